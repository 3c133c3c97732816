import { listAt, textAt } from '../at.ts'
import { requireSomeKey } from '../google-api-answer.ts'
import { apiAnswer } from './api-answer.ts'
import { apiRequest } from './api-request.ts'
import { isAccountName } from './resource-names.ts'

/** An account whose locations a person manages: their own, or a group. */
export interface BusinessAccount {
  /** `accounts/{account}`, what its locations are asked with. */
  id: string
  name: string
}

const ACCOUNTS_URL = 'https://mybusinessaccountmanagement.googleapis.com/v1/accounts'
/** The most Google gives. */
const PAGE_SIZE = 20

/**
 * Asks for a page of the accounts of a connection.
 *
 * @throws SourceError `reconnect` without a token
 */
export function accountsRequest(accessToken: string | undefined, pageToken: string | null = null): Request {
  const query = new URLSearchParams({
    pageSize: String(PAGE_SIZE),
    ...(pageToken === null ? {} : { pageToken }),
  })
  return apiRequest(`${ACCOUNTS_URL}?${query}`, accessToken)
}

/** @throws SourceError for an error answer, a broken or changed format */
export function parseAccounts(body: string): { accounts: BusinessAccount[]; nextPageToken: string | null } {
  const answer = apiAnswer(body)
  requireSomeKey(answer, ['accounts', 'nextPageToken'])
  return {
    accounts: listAt(answer, 'accounts').flatMap((record) => accountOf(record) ?? []),
    nextPageToken: textAt(answer, 'nextPageToken') || null,
  }
}

function accountOf(record: unknown): BusinessAccount | null {
  const id = textAt(record, 'name')
  return isAccountName(id)
    ? { id, name: textAt(record, 'accountName').trim() || 'Account without a name' }
    : null
}
