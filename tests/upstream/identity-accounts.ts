import { contributorId } from './ids.ts'
import { randomFrom } from './random.ts'

const IDENTITY_PROVIDERS = ['google', 'github', 'apple'] as const
export type IdentityProvider = (typeof IDENTITY_PROVIDERS)[number]

/** An invented person's account with a provider. */
export interface IdentityAccount {
  /** The provider's id of the person, which stays when the email address changes. */
  subject: string
  email: string
  /** True if the provider says that the email address belongs to the person. */
  isVerified: boolean
  name: string
  /** Picture URL; null if the provider gives none. Apple never does. */
  picture: string | null
}

interface Person extends Omit<IdentityAccount, 'subject' | 'picture'> {
  key: string
  providers: readonly IdentityProvider[]
}

/** People to choose from on the authorize page; anybody else can be typed in there. */
const PEOPLE: readonly Person[] = [
  {
    key: 'wren',
    name: 'Wren Alder',
    email: 'wren.alder@example.test',
    isVerified: true,
    providers: IDENTITY_PROVIDERS,
  },
  {
    key: 'odile',
    name: 'Odile Bright',
    email: 'odile.bright@example.test',
    isVerified: false,
    providers: IDENTITY_PROVIDERS,
  },
  // The demo account on Pro, so that a sign-in finds an existing account.
  {
    key: 'tomas',
    name: 'Tomas Reed',
    email: 'pro@demo.test',
    isVerified: true,
    providers: ['google', 'github'],
  },
  {
    key: 'relay',
    name: 'Sasha Lund',
    email: 'q4t7x2m9kd@privaterelay.appleid.com',
    isVerified: true,
    providers: ['apple'],
  },
]

export interface ListedAccount extends IdentityAccount {
  key: string
}

export function accountsOf(provider: IdentityProvider): ListedAccount[] {
  return PEOPLE.filter(({ providers }) => providers.includes(provider)).map((person) => ({
    key: person.key,
    subject: subjectOf(provider, person.key),
    picture: pictureOf(provider, subjectOf(provider, person.key)),
    email: person.email,
    isVerified: person.isVerified,
    name: person.name,
  }))
}

/**
 * The account chosen in the form of the authorize page: a listed one, or with `account=other` the one described by the
 * fields `email`, `name`, `verified`, `subject` and `picture`. Null if there is no such account.
 */
export function chosenAccount(provider: IdentityProvider, form: URLSearchParams): IdentityAccount | null {
  const key = form.get('account')
  if (key !== 'other') return accountsOf(provider).find((account) => account.key === key) ?? null
  const email = form.get('email')?.trim() ?? ''
  if (email === '') return null
  const subject = form.get('subject') || subjectOf(provider, email)
  return {
    subject,
    picture: form.get('picture') ?? pictureOf(provider, subject),
    email,
    isVerified: form.get('verified') === 'yes',
    name: form.get('name') ?? '',
  }
}

/** Picture URL in each provider's form; null for Apple. */
function pictureOf(provider: IdentityProvider, subject: string): string | null {
  switch (provider) {
    case 'google':
      return `https://lh3.googleusercontent.com/a/SIMULATED-${encodeURIComponent(subject)}=s96-c`
    case 'github':
      return `https://avatars.githubusercontent.com/u/${encodeURIComponent(subject)}?v=4`
    case 'apple':
      return null
  }
}

/** A person's id in each provider's format. */
function subjectOf(provider: IdentityProvider, seed: string): string {
  const random = randomFrom(`identity:${provider}:${seed}`)
  switch (provider) {
    case 'google':
      return contributorId(`identity:${seed}`)
    case 'github':
      return String(random.int(1_000_000, 99_999_999))
    case 'apple':
      return `00${random.int(1000, 9999)}.${Buffer.from(random.bytes(16)).toString('hex')}.${random.int(1000, 2359)}`
  }
}
