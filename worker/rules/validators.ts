/** Form checks and their messages. Every check takes linear time, whatever the input. */

export const INVALID_EMAIL = 'Invalid email format'
export const INVALID_URL = 'Invalid URL format'

const MAX_EMAIL_CHARS = 254
const MAX_URL_CHARS = 2_048

const MAX_LOCAL_PART_CHARS = 64
const MAX_DOMAIN_LABEL_CHARS = 63

/**
 * Accepts an address of at most 254 characters. Quoted local parts, comments and address literals are refused: no one
 * signs up with them, and mail systems disagree about them.
 */
export function isEmail(value: string): boolean {
  if (value.length > MAX_EMAIL_CHARS) return false
  const [localPart = '', domain = '', ...rest] = value.split('@')
  return rest.length === 0 && isLocalPart(localPart) && isDomain(domain)
}

function isLocalPart(localPart: string): boolean {
  return (
    localPart.length <= MAX_LOCAL_PART_CHARS &&
    localPart.split('.').every((piece) => /^[\p{L}\p{M}\p{N}!#$%&'*+\-/=?^_`{|}~]+$/u.test(piece))
  )
}

function isDomain(domain: string): boolean {
  const labels = domain.split('.')
  const last = labels.at(-1) ?? ''
  return labels.length > 1 && labels.every(isDomainLabel) && !/^[0-9]+$/.test(last)
}

function isDomainLabel(label: string): boolean {
  return (
    label.length <= MAX_DOMAIN_LABEL_CHARS &&
    /^[\p{L}\p{M}\p{N}-]+$/u.test(label) &&
    !label.startsWith('-') &&
    !label.endsWith('-')
  )
}

/** Only the domain is lower-cased, because the local part may be case-sensitive. */
export function normalizeEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return email.slice(0, at) + email.slice(at).toLowerCase()
}

/** Requires https, because browsers load pictures only over https and nothing else loads them. */
export function isPictureUrl(text: string): boolean {
  return isHttpUrl(text) && text.startsWith('https://')
}

/** Accepts a complete http or https URL, by its syntax only; nothing is looked up. */
export function isHttpUrl(value: string): boolean {
  // The URL parser tolerates white space, missing slashes and credentials; a person who typed those made a mistake.
  if (value.length > MAX_URL_CHARS || !/^https?:\/\/[^\s\p{Cc}\\/][^\s\p{Cc}\\]*$/iu.test(value)) return false
  try {
    const { hostname, username, password } = new URL(value)
    return hostname !== '' && username === '' && password === ''
  } catch {
    return false
  }
}
