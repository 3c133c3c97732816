import type { FacebookDesk, TokenHolder } from './facebook-desk.ts'
import { facebookDialog } from './facebook-dialog.ts'
import { faultyGraph, graphError, usageHeaders, withHighUsage } from './facebook-errors.ts'
import { accountsAnswer, meAnswer, permissionsAnswer, removeAnswer } from './facebook-me.ts'
import { cursorAt, pageAnswer, ratingsAnswer } from './facebook-ratings.ts'
import { tokenAnswer } from './facebook-token.ts'
import { findListing, type Listing } from './listings.ts'
import { type Answer, json, type Route, type UpstreamRequest } from './wire.ts'
import type { World } from './world.ts'

const FIRST_VERSION_WITHOUT_RATINGS = 22

/** Facebook's login and its Graph API. Null for requests that Facebook doesn't serve. */
export function routeFacebook(world: World, desk: FacebookDesk, request: UpstreamRequest): Route | null {
  const [, version = '', path = ''] = /^\/v(\d+)\.0\/(.+)$/.exec(request.path) ?? []
  if (request.host === 'www.facebook.com' && path === 'dialog/oauth') {
    return { platform: 'facebook', listing: null, answer: () => facebookDialog(desk, request), failures: {} }
  }
  if (request.host !== 'graph.facebook.com' || path === '') return null
  if (path === 'oauth/access_token') return graphRoute(null, () => tokenAnswer(desk, request))
  const about = (answer: (holder: TokenHolder) => Answer) =>
    graphRoute(null, () => asked(desk, request, answer))
  switch (`${request.method} ${path}`) {
    case 'GET me':
      return about(meAnswer)
    case 'GET me/permissions':
      return about(permissionsAnswer)
    case 'DELETE me/permissions':
      return about((holder) => removeAnswer(desk, holder))
    case 'GET me/accounts':
      return about((holder) => accountsAnswer(desk, request, holder))
    default:
      return pageRoute(world, desk, request, path, Number(version))
  }
}

function pageRoute(
  world: World,
  desk: FacebookDesk,
  request: UpstreamRequest,
  path: string,
  version: number,
): Route | null {
  const [, id, edge] = /^([^/]+)(\/ratings)?$/.exec(path) ?? []
  if (request.method !== 'GET' || id === undefined) return null
  const listing = findListing('facebook', id)
  const answer = () =>
    asked(desk, request, (holder) => {
      if (!listing || listing.state === 'gone' || holder.page !== listing) return graphError('100.33')
      if (!edge) return pageAnswer(world, listing)
      // Requests to a retired version are answered by the oldest active one.
      if (Math.max(version, desk.oldestVersion) >= FIRST_VERSION_WITHOUT_RATINGS) return graphError('12')
      return holder.grant.granted.includes('pages_read_user_content')
        ? ratingsAnswer(world, request, listing)
        : graphError('283')
    })
  const isLater = request.query.has('after')
  return {
    ...graphRoute(listing, answer),
    failures: {
      ...graphRoute(listing, answer).failures,
      ...(edge && { empty_list: () => emptyList() }),
      ...(isLater && { expired_token: () => graphError('100') }),
    },
  }
}

function graphRoute(listing: Listing | null, answer: () => Answer): Route {
  return {
    platform: 'facebook',
    listing,
    answer,
    failures: { api_error: faultyGraph, high_usage: (variant) => withHighUsage(answer(), variant) },
  }
}

/** Facebook's empty list, with both cursors. */
function emptyList(): Answer {
  const cursors = { before: cursorAt(0), after: cursorAt(0) }
  return json(200, { data: [], paging: { cursors } }, usageHeaders())
}

/** Checks the token, which may be in a header or in the URL. */
function asked(
  desk: FacebookDesk,
  { headers, query }: UpstreamRequest,
  answer: (holder: TokenHolder) => Answer,
): Answer {
  const [, bearer] = /^(?:Bearer|OAuth) (.+)$/i.exec(headers.authorization ?? '') ?? []
  const token = bearer ?? query.get('access_token')
  if (token === null) {
    return graphError(
      '190',
      'An active access token must be used to query information about the current user.',
    )
  }
  const holder = desk.holderOf(token)
  if (holder === null) return graphError('190')
  return typeof holder === 'number' ? graphError(`190.${holder}`) : answer(holder)
}
