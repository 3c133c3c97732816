import * as v from 'valibot'
import { expect, test } from 'vitest'
import { fastestMs } from '#tests/unit/cpu-time.ts'
import {
  ChallengeInput,
  groupedRecoveryCode,
  groupedSecret,
  RemoveFactorInput,
  secondFactorCode,
  VerifyFactorInput,
} from '#worker/rules/mfa.ts'

const RECOVERY = 'ABCDEFGHIJKLMNOPQRST2345'
const FACTOR = '01890a5d-ac96-774b-bcce-b302099a8057'

test.each(['123456', ' 123 456 ', '123-456', '12 34 56', '\t123456\n'])(
  '%j is read as an authenticator code',
  (typed) => {
    expect(secondFactorCode(typed)).toEqual({ kind: 'otp', text: '123456' })
  },
)

test.each([
  RECOVERY,
  RECOVERY.toLowerCase(),
  groupedRecoveryCode(RECOVERY),
  ` ${groupedRecoveryCode(RECOVERY).replaceAll('-', ' ')} `,
])('%j is read as a recovery code', (typed) => {
  expect(secondFactorCode(typed)).toEqual({ kind: 'rec', text: RECOVERY })
})

test.each([
  '',
  '12345',
  '1234567',
  '12345a',
  '１２３４５６',
  '١٢٣٤٥٦',
  RECOVERY.slice(1),
  `${RECOVERY}A`,
  RECOVERY.replace('A', '1'),
  RECOVERY.replace('A', 'Å'),
  '123456; DROP TABLE users',
  '0x1E24',
])('%j is refused as a code', (typed) => {
  expect(secondFactorCode(typed)).toBeNull()
  const result = v.safeParse(ChallengeInput, { code: typed })
  expect(result.issues?.[0]?.message).toBe('Enter the 6 digits from your app, or one of your recovery codes.')
  expect(v.getDotPath(result.issues?.[0] as never)).toBe('code')
})

test.each([undefined, null, 123456, ['123456'], { code: '123456' }])(
  '%j in place of a code is refused',
  (code) => {
    expect(v.safeParse(ChallengeInput, { code }).success).toBe(false)
    expect(v.safeParse(VerifyFactorInput, { factorId: FACTOR, code }).success).toBe(false)
  },
)

test('an overlong code is refused within 50 ms', () => {
  const challenge = { code: ' 1'.repeat(32_768) }
  const enrolment = { factorId: FACTOR, code: '-'.repeat(65_536) }
  expect(v.safeParse(ChallengeInput, challenge).success).toBe(false)
  expect(v.safeParse(VerifyFactorInput, enrolment).success).toBe(false)
  expect(
    fastestMs(() => [v.safeParse(ChallengeInput, challenge), v.safeParse(VerifyFactorInput, enrolment)]),
  ).toBeLessThan(50)
})

test('enrolment takes the digits of the app but no recovery code', () => {
  expect(v.parse(VerifyFactorInput, { factorId: FACTOR, code: '123 456' })).toEqual({
    factorId: FACTOR,
    code: '123456',
  })
  expect(v.safeParse(VerifyFactorInput, { factorId: FACTOR, code: RECOVERY }).issues?.[0]?.message).toBe(
    'Enter the 6 digits from your app.',
  )
})

test('a factor id has to be one of our UUIDs', () => {
  expect(v.safeParse(RemoveFactorInput, { factorId: FACTOR }).success).toBe(true)
  for (const factorId of ['', '1', `${FACTOR}x`, FACTOR.toUpperCase(), null, [FACTOR]]) {
    expect(v.safeParse(RemoveFactorInput, { factorId }).success).toBe(false)
  }
})

test('codes and secrets are shown in groups', () => {
  expect(groupedRecoveryCode(RECOVERY)).toBe('ABCDEF-GHIJKL-MNOPQR-ST2345')
  expect(groupedSecret('GEZDGNBVGY3TQOJQ')).toBe('GEZD GNBV GY3T QOJQ')
})
