import { ControlError, type Fields } from './control-input.ts'
import { FACEBOOK_SCOPES, type FacebookDesk } from './facebook-desk.ts'
import { type FacebookPerson, findFacebookPerson } from './facebook-people.ts'

/** Tokens issued by a person's consent. */
export interface FacebookTokens {
  accessToken: string
  pages: { id: string; listing: string; name: string; accessToken: string }[]
}

type FacebookAction = (parts: { facebook: FacebookDesk }, fields: Fields) => unknown

/** Control actions for Facebook's login, by method and path below `/__control/`. */
export const FACEBOOK_ACTIONS: Readonly<Record<string, FacebookAction>> = {
  'POST facebook/tokens': ({ facebook }, fields) => tokensFor(facebook, fields),
  'DELETE facebook/tokens': ({ facebook }, fields) => {
    if (fields.account === undefined) facebook.expire()
    else facebook.revoke(personOf(fields.account))
  },
  'POST facebook/end-version': ({ facebook }) => {
    facebook.oldestVersion += 1
  },
}

function personOf(account: unknown): FacebookPerson {
  const person = findFacebookPerson(String(account))
  if (!person) throw new ControlError(`Nobody on Facebook is called ${String(account)}.`)
  return person
}

/** Issues tokens as after a person's consent, without a browser. */
function tokensFor(desk: FacebookDesk, fields: Fields): FacebookTokens {
  const person = personOf(fields.account)
  const granted = typeof fields.scope === 'string' ? fields.scope.split(/[ ,]+/) : FACEBOOK_SCOPES
  const grant = { person, asked: FACEBOOK_SCOPES, granted }
  return {
    accessToken: desk.tokenFor(grant),
    pages: person.pages.map((listing) => ({
      id: listing.facebook?.pageId ?? '',
      listing: listing.key,
      name: listing.name,
      accessToken: desk.pageTokenFor(grant, listing),
    })),
  }
}
