export const MIN_PASSWORD_CHARS = 8
const MAX_PASSWORD_CHARS = 128
const GENERATED_PASSWORD_CHARS = 16

export const PASSWORD_STRENGTHS = ['very_weak', 'weak', 'fair', 'good', 'strong'] as const
export type PasswordStrength = (typeof PASSWORD_STRENGTHS)[number]

/** The password may contain neither value. */
export interface PasswordOwner {
  name?: string | null | undefined
  email?: string | null | undefined
}

export interface PasswordScore {
  /** 0 to 115. */
  score: number
  strength: PasswordStrength
  /** One sentence per unmet requirement; empty if the password is acceptable. */
  feedback: string[]
}

export const COMMON_PASSWORD_FEEDBACK = 'Avoid common passwords'
export const PASSWORD_REQUIREMENTS_NOT_MET = 'Password requirements not met: '

const COMMON_PASSWORDS = (
  'password 123456 123456789 qwerty abc123 password123 admin letmein welcome monkey dragon master shadow login pass ' +
  'test'
).split(' ')

/**
 * Minimum length of a name part that a password may not contain. If shorter parts (Al, de, Wu) counted, too many good
 * passwords would be refused.
 */
const MIN_PERSONAL_CHARS = 3

interface Requirement {
  points: number
  feedback: string
  isMet: (password: TypedPassword, owner: PasswordOwner) => boolean
}

/** `effective` is the NFKC form, which is hashed; in it, full-width letters have become ordinary ones. */
interface TypedPassword {
  chars: number
  effective: string
  folded: string
}

const REQUIREMENTS: readonly Requirement[] = [
  {
    points: 20,
    feedback: 'Password must be between 8-128 characters',
    isMet: ({ chars }) => chars >= MIN_PASSWORD_CHARS && chars <= MAX_PASSWORD_CHARS,
  },
  { points: 15, feedback: 'Add uppercase letters (A-Z)', isMet: ({ effective }) => /[A-Z]/.test(effective) },
  { points: 15, feedback: 'Add lowercase letters (a-z)', isMet: ({ effective }) => /[a-z]/.test(effective) },
  { points: 15, feedback: 'Add numbers (0-9)', isMet: ({ effective }) => /[0-9]/.test(effective) },
  {
    points: 15,
    feedback: 'Add special characters (!@#$%^&*)',
    isMet: ({ effective }) => /[\p{P}\p{S}]/u.test(effective),
  },
  { points: 10, feedback: COMMON_PASSWORD_FEEDBACK, isMet: ({ folded }) => !isCommon(folded) },
  {
    points: 10,
    feedback: 'Avoid using personal information',
    isMet: ({ folded }, owner) => !isPersonal(folded, owner),
  },
]

/** Scores a password as typed; length counts code points. 12 characters give 10 points more, 16 another 5. */
export function scorePassword(password: string, owner: PasswordOwner = {}): PasswordScore {
  const effective = password.normalize('NFKC')
  const typed = { chars: countChars(password), effective, folded: effective.toLowerCase() }
  let score = (typed.chars >= 12 ? 10 : 0) + (typed.chars >= 16 ? 5 : 0)
  const feedback: string[] = []
  for (const requirement of REQUIREMENTS) {
    if (requirement.isMet(typed, owner)) score += requirement.points
    else feedback.push(requirement.feedback)
  }
  return { score, strength: strengthOf(score), feedback }
}

export function strengthOf(score: number): PasswordStrength {
  if (score < 30) return 'very_weak'
  if (score < 50) return 'weak'
  if (score < 70) return 'fair'
  if (score < 85) return 'good'
  return 'strong'
}

/** True if the password meets all requirements, whatever its score. */
export function isAcceptablePassword(password: string, owner: PasswordOwner = {}): boolean {
  return scorePassword(password, owner).feedback.length === 0
}

/**
 * Characters of generated passwords, by kind. Look-alike characters are left out, because people may have to type the
 * password from a screen.
 */
const GENERATED_FROM = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789', '!@#$%^&*-_=+?']

/** `randomBelow(n)` returns a random integer from 0 to n - 1. */
export function generatePassword(
  randomBelow: (limit: number) => number,
  length = GENERATED_PASSWORD_CHARS,
): string {
  const charOf = (kind: string) => kind.charAt(randomBelow(kind.length))
  const chars = GENERATED_FROM.map(charOf)
  while (chars.length < length) chars.push(charOf(GENERATED_FROM.join('')))
  for (let at = chars.length - 1; at > 0; at -= 1) {
    const other = randomBelow(at + 1)
    ;[chars[at], chars[other]] = [chars[other] ?? '', chars[at] ?? '']
  }
  const password = chars.join('')
  // The generated password may contain a common password by chance.
  return isAcceptablePassword(password) ? password : generatePassword(randomBelow, length)
}

function isCommon(folded: string): boolean {
  return COMMON_PASSWORDS.some((common) => folded.includes(common) || common.includes(folded))
}

function isPersonal(folded: string, { name, email }: PasswordOwner): boolean {
  const localPart = email?.split('@')[0] ?? ''
  return [...fold(name ?? '').split(/\s+/), fold(localPart)].some(
    (part) => countChars(part) >= MIN_PERSONAL_CHARS && folded.includes(part),
  )
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

function countChars(text: string): number {
  return [...text].length
}
