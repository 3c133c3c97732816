import { base64Url } from './ids.ts'
import { randomFrom } from './random.ts'
import type { SimulatedReview } from './reviews.ts'
import type { Answer } from './wire.ts'

const GOOGLE = 'https://lh3.googleusercontent.com'
const HOSTS = /^(lh3\.googleusercontent\.com|s3-media0\.fl\.yelpcdn\.com)$/
/** Share of Google's photos that are the still image of a video. */
const VIDEOS = 0.1

/** A photo in Business Profile's format. */
export interface BusinessPhoto {
  thumbnailUrl: string
  thumbnailLabel: string
  videoUrl?: string
}

/** The photos of a review on Google, with addresses like those of the recordings. */
export function businessPhotos(review: SimulatedReview): BusinessPhoto[] {
  const random = randomFrom(`business-media:${review.id}`)
  return Array.from({ length: review.photos }, (_, index) => {
    const name = base64Url(random.bytes(60))
    return {
      thumbnailUrl: `${GOOGLE}/grass-cs/AC${name}=s300`,
      thumbnailLabel: `Photo ${index + 1}`,
      ...(random.chance(VIDEOS) && { videoUrl: `${GOOGLE}/gpms-cs-s/AF${name}=m18` }),
    }
  })
}

/** An invented picture, always the same for an address. Null for hosts without pictures. */
export function pictureAt({ host, path }: { host: string; path: string }): Answer | null {
  if (!HOSTS.test(host)) return null
  const random = randomFrom(path)
  const hue = random.int(0, 359)
  const color = (turn: number, light: number) => `hsl(${(hue + turn) % 360} 45% ${light}%)`
  const bites = Array.from(
    { length: 7 },
    () =>
      `<circle cx="${random.int(115, 185)}" cy="${random.int(120, 190)}" r="${random.int(12, 26)}" fill="${color(random.int(60, 200), random.int(40, 65))}"/>`,
  )
  const body =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300" width="300" height="300">' +
    `<rect width="300" height="300" fill="${color(0, 35)}"/><rect y="220" width="300" height="80" fill="${color(20, 25)}"/>` +
    `<circle cx="150" cy="155" r="105" fill="#f4f1ea"/><circle cx="150" cy="155" r="78" fill="#fff"/>${bites.join('')}</svg>`
  return { status: 200, headers: { 'content-type': 'image/svg+xml' }, body }
}
