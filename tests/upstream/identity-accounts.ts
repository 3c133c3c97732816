import { contributorId } from './ids.ts'
import { randomFrom } from './random.ts'

const IDENTITY_PROVIDERS = ['google', 'github', 'apple'] as const
export type IdentityProvider = (typeof IDENTITY_PROVIDERS)[number]

/** An invented person's account with a provider. */
export interface IdentityAccount {
  /** The provider's name for the person; stays when the address changes. */
  subject: string
  email: string
  /** Whether the provider says that the address is the person's. */
  isVerified: boolean
  name: string
  /** The address of a picture; null where the provider tells none, as Apple never does. */
  picture: string | null
}

interface Person extends Omit<IdentityAccount, 'subject' | 'picture'> {
  key: string
  providers: readonly IdentityProvider[]
}

/** Who can be chosen on the authorize page. Anybody else is typed in there. */
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
  // The demo account on the plan pro, so that a sign-in finds an account that is there already.
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
 * The account that was chosen in the form of the authorize page: one of the list, or with `account=other` whoever the
 * fields `email`, `name`, `verified`, `subject` and `picture` describe. Null when nothing fits.
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

/** Where each provider keeps its pictures. */
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

/** In the form each provider gives its ids. */
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
