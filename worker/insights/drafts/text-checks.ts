import type { HoldReason } from '../../rules/drafts.ts'
import type { ReviewPlatform } from '../../rules/platforms.ts'
import { ADDRESS, GIFTS, hasContact, LINK } from '../../rules/reply-check.ts'
import { MAX_REPLY_BYTES, MAX_RESPONSE_CHARS, postedBytes } from '../../rules/responses.ts'

/** Numbers long enough for a phone, an order or a card; years and prices are shorter. */
const LONG_NUMBER = /\d(?:[\s()./-]*\d){4,}/gu

/**
 * A long number with its attached letters: `DE89 3704 0044`, `A12345678`. Only matched at the start of a word;
 * otherwise 5,000 letters in a row would take 66 ms.
 */
const LONG_CODE = new RegExp(`(?<![\\p{L}\\p{N}])[\\p{L}\\p{N}]*${LONG_NUMBER.source}[\\p{L}\\p{N}]*`, 'gu')

/** Email addresses, links and long numbers of a text, as written. */
export function contactsIn(text: string): string[] {
  const links = text.split(/\s+/).filter((part) => LINK.test(part))
  return [...(text.match(ADDRESS) ?? []), ...links, ...(text.match(LONG_CODE) ?? [])]
}

const ADMITS_LIABILITY =
  /\b(?:our|my) (?:own )?(?:fault|mistake|error|negligence)|\bwe (?:were|are) (?:wrong|at fault|to blame|liable|responsible)|\bwe (?:admit|made a mistake|messed up|caused)|\b(?:accept|take) (?:full |all )?(?:the )?(?:responsibility|blame)|\bliab(?:le|ility)|unsere? (?:schuld|fehler)|(?:tragen|übernehmen) (?:wir )?die (?:schuld|verantwortung)|notre (?:faute|erreur)|nous sommes responsables|(?:nuestra culpa|nuestro error|somos responsables)|(?:nossa culpa|nosso erro|somos responsáveis)|(?:colpa nostra|nostro errore|siamo responsabili)/iu
const PROMISES_MONEY = new RegExp(
  `${GIFTS.source}|[$€£]\\s?\\d|\\d\\s?(?:[$€£%]|dollars|euros?|pounds)`,
  'iu',
)

/** Reason why the owner must not publish a sentence, in any language; null if there is none. */
export function sentenceFault(text: string): 'liability' | 'money' | null {
  if (ADMITS_LIABILITY.test(text)) return 'liability'
  return PROMISES_MONEY.test(text) ? 'money' : null
}

interface AnsweredReview {
  written: string
  platform: ReviewPlatform
  businessName: string
}

export function draftFault(
  draft: string,
  { written, platform, businessName }: AnsweredReview,
): HoldReason | null {
  if (repeatsPersonalData(draft, written)) return 'personal_data'
  // A business may be called Discount Tires, or tires.example.com.
  const said = draft.replaceAll(businessName, '')
  const fault = sentenceFault(said)
  if (fault) return fault
  if (platform === 'google' && hasContact(said)) return 'contact_on_google'
  return draft.length > MAX_RESPONSE_CHARS || postedBytes(draft) > MAX_REPLY_BYTES ? 'too_long' : null
}

function repeatsPersonalData(draft: string, written: string): boolean {
  const digits = draft.replace(/\D/g, '')
  const numbers = (written.match(LONG_NUMBER) ?? []).map((number) => number.replace(/\D/g, ''))
  const addresses = written.match(ADDRESS) ?? []
  return (
    numbers.some((number) => digits.includes(number)) ||
    addresses.some((address) => draft.toLowerCase().includes(address.toLowerCase()))
  )
}
