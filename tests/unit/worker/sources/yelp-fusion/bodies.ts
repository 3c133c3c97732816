import { encid } from '../yelp-bodies.ts'

/** Bodies in the formats of Yelp's API, about invented people. */

type Json = Record<string, unknown>

export const API_ALIAS = 'harbour-inn-port-example-3'

export function excerpt(number: number, parts: Json = {}): Json {
  const id = encid('E', number)
  return {
    id,
    url: `https://www.yelp.com/biz/${API_ALIAS}?adjust_creative=INVENTED&hrid=${id}&utm_campaign=yelp_api_v3&utm_medium=api_v3_business_reviews&utm_source=INVENTED`,
    text: `Breakfast number ${number} was\nworth the wait, and the view over the harbour...`,
    rating: 4,
    time_created: '2026-04-04 11:39:37',
    user: {
      id: encid('U', number),
      profile_url: 'https://www.yelp.com/user_details?userid=x',
      image_url: null,
      name: `Guest ${number}.`,
    },
    ...parts,
  }
}

/** The form of 2016: neither the review nor its author has an id. */
export function excerptOf2016(number: number): Json {
  const { id: _, user: __, ...rest } = excerpt(number)
  return { ...rest, user: { image_url: null, name: `Guest ${number}.` } }
}

export function excerptsBody(excerpts: unknown[], total: unknown = 214): string {
  return JSON.stringify({ reviews: excerpts, total, possible_languages: ['en'] })
}

export function apiErrorBody(code: string, more: Json = {}): string {
  return JSON.stringify({ error: { code, description: 'Invented words.', ...more } })
}
