import * as v from 'valibot'

/** Only the URLs on the platform are stored, not the files. */
export interface ReviewPhoto {
  thumbnailUrl: string
  /** The larger picture, or the video. */
  url: string
  isVideo: boolean
}

/** Nobody looks at more, and rows should stay small. */
export const MAX_PHOTOS = 20
const MAX_ADDRESS_CHARS = 1_000

/** Hosts of Google and Yelp that serve nothing but pictures and videos. */
const PHOTO_HOSTS = /^(lh[3-6]\.googleusercontent\.com|s3-media\d\.[a-z]{2}\.yelpcdn\.com)$/

function isPhotoAddress(address: string): boolean {
  const url = address.length <= MAX_ADDRESS_CHARS ? URL.parse(address) : null
  // `host` includes the port. Real picture URLs have neither a user name nor a password.
  return (
    url?.protocol === 'https:' && PHOTO_HOSTS.test(url.host) && url.username === '' && url.password === ''
  )
}

interface StatedPhoto {
  thumbnailUrl: string
  /** Empty if the platform gives none. */
  url: string
  isVideo?: boolean
}

/** At most MAX_PHOTOS, without duplicates and without photos on unknown hosts. */
export function knownPhotos(stated: readonly StatedPhoto[]): ReviewPhoto[] {
  const shown = stated.filter(({ thumbnailUrl }) => isPhotoAddress(thumbnailUrl))
  return [...new Map(shown.map((photo) => [photo.thumbnailUrl, photo])).values()]
    .slice(0, MAX_PHOTOS)
    .map(({ thumbnailUrl, url, isVideo = false }) =>
      isPhotoAddress(url)
        ? { thumbnailUrl, url, isVideo }
        : { thumbnailUrl, url: thumbnailUrl, isVideo: false },
    )
}

export function photosIn(json: string | null): ReviewPhoto[] {
  // Safe: only `photosJson` writes the column.
  return json === null ? [] : (JSON.parse(json) as ReviewPhoto[])
}

export function photosJson(photos: readonly ReviewPhoto[] | undefined): string | null {
  return photos && photos.length > 0 ? JSON.stringify(photos) : null
}

/** URLs on unknown hosts are dropped, because an archive may have been edited by hand. */
export const ArchivedPhotos = v.pipe(
  v.array(v.object({ thumbnailUrl: v.string(), url: v.string(), isVideo: v.boolean() })),
  v.transform((photos) => knownPhotos(photos)),
)
