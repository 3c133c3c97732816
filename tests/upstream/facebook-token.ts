import { FACEBOOK_CLIENT, type FacebookDesk } from './facebook-desk.ts'
import { graphError } from './facebook-errors.ts'
import { type Answer, json, type UpstreamRequest } from './wire.ts'

const HOUR_SECONDS = 3_600
/** About two hours for a token from a code, about 60 days for one exchanged for such a token. */
const SHORT_SECONDS = 2 * HOUR_SECONDS
const LONG_SECONDS = 60 * 24 * HOUR_SECONDS

/** Trades a code for a token, or a short-lived token for a long-lived one; by GET or by POST. */
export function tokenAnswer(desk: FacebookDesk, request: UpstreamRequest): Answer {
  const fields = request.method === 'POST' ? new URLSearchParams(request.body) : request.query
  const text = (name: string) => fields.get(name) ?? ''
  if (text('client_id') !== FACEBOOK_CLIENT.id || text('client_secret') !== FACEBOOK_CLIENT.secret) {
    return graphError('1', 'Error validating client secret.')
  }
  if (text('grant_type') === 'fb_exchange_token') return exchange(desk, text('fb_exchange_token'))
  const grant = desk.redeem(text('code'), text('redirect_uri'))
  if (!grant) return graphError('100', 'This authorization code has been used.')
  return token(desk.tokenFor(grant), SHORT_SECONDS)
}

function exchange(desk: FacebookDesk, shortLived: string): Answer {
  const holder = desk.holderOf(shortLived)
  if (holder === null) return graphError('190')
  if (typeof holder === 'number') return graphError(`190.${holder}`)
  return token(desk.tokenFor(holder.grant), LONG_SECONDS)
}

function token(access_token: string, expires_in: number): Answer {
  return json(200, { access_token, token_type: 'bearer', expires_in })
}
