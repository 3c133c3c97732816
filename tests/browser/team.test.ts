import { expect } from 'vitest'
import { type Account, changePlan } from '#tests/factories.ts'
import { lackingIn } from './support/html.ts'
import { INVITED, openMailedLink } from './support/mailbox.ts'
import { newOwner } from './support/owner.ts'
import { scrollWidth } from './support/page-faults.ts'
import type { Product } from './support/product.ts'
import { open, read } from './support/settled.ts'
import { leadsTo, newEmail, PASSWORD } from './support/sign-up.ts'
import { test } from './support/test.ts'

const PHONE = { width: 390, height: 844 }

async function setPlan(product: Product, account: Account, plan: string) {
  await changePlan(await product.server.database(), account, plan)
}

async function proveAddress(product: Product, { userId }: Account) {
  const database = await product.server.database()
  await database.prepare('UPDATE users SET email_verified_at = 1 WHERE id = ?').bind(userId).run()
}

async function mailSubjects(product: Product, email: string): Promise<unknown[]> {
  const database = await product.server.database()
  const mails = database.prepare('SELECT subject FROM dev_mails WHERE recipient = ? ORDER BY id').bind(email)
  return (await mails.all<{ subject: string }>()).results.map(({ subject }) => subject)
}

test('an owner invites a colleague, who joins, reads, may reply after a role change, and is removed', async ({
  newPerson,
  product,
}) => {
  const { page, complaints } = await newPerson({ viewport: { width: 1440, height: 900 } })
  const colleagueEmail = newEmail('cole')
  const owner = await newOwner(page, product, { plan: 'free', isVerified: false })
  expect(await lackingIn(page, '/app/team', ['Your plan is for one person.'])).toEqual([])
  await setPlan(product, owner, 'pro')
  const advice = 'Confirm your own address first, then you can invite people.'
  expect(await lackingIn(page, '/app/team', [advice])).toEqual([])
  await proveAddress(product, owner)

  await open(page, '/app/team')
  const invitations = page.getByRole('button', { name: 'Invite', exact: true })
  const email = page.getByLabel('E-mail', { exact: true })
  await email.fill('cole')
  await invitations.click()
  await page.getByText('Invalid email format').waitFor()
  expect(await email.inputValue()).toBe('cole')
  await email.fill(colleagueEmail)
  await page.getByLabel('Role', { exact: true }).selectOption('viewer')
  await invitations.click()
  await page.getByText(`We sent ${colleagueEmail} an invitation.`).waitFor()
  await page.getByText('Link expires').waitFor()
  await page.getByText('2 of 3 seats taken, 1 of them by an open invitation.').waitFor()

  const colleague = await newPerson({ viewport: PHONE, colorScheme: 'dark' })
  await openMailedLink(colleague.page, product, colleagueEmail, INVITED)
  await colleague.page.getByRole('heading', { name: 'Join Wren Alder' }).waitFor()
  expect(await scrollWidth(colleague.page)).toBe(PHONE.width)
  await colleague.page.getByText(`Wren Alder (${owner.email}) invites you as a viewer`).waitFor()
  expect(await colleague.page.getByLabel('E-mail').inputValue()).toBe(colleagueEmail)
  await colleague.page.getByLabel('Your name').fill('Wren Alder')
  await colleague.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await colleague.page.getByRole('button', { name: 'Join Wren Alder' }).click()
  await colleague.page.waitForURL('**/app')
  // No mail asks to confirm the address.
  const mails = await mailSubjects(product, colleagueEmail)
  expect(mails).toEqual([expect.stringMatching(/ asks you to help with their reviews$/)])
  await read(colleague.page, '/app/team')
  await colleague.page.getByText('2 of 3 seats taken.').waitFor()
  await colleague.page.getByText('Viewer, Pro plan').waitFor()
  expect(await scrollWidth(colleague.page)).toBe(PHONE.width)
  // A viewer can't manage members or add businesses.
  expect(await colleague.page.getByRole('button', { name: 'Invite', exact: true }).count()).toBe(0)
  expect(await colleague.page.getByRole('button', { name: /^Remove/ }).count()).toBe(0)
  await read(colleague.page, '/app/businesses')
  await colleague.page.getByText('Your role can read reviews.').waitFor()
  expect(await colleague.page.getByRole('link', { name: /Add/ }).count()).toBe(0)

  await page.reload()
  const role = page.getByLabel('Role of Wren Alder')
  await role.selectOption('member')
  await page.getByText('The role of Wren Alder is now member.').waitFor()
  expect(await role.inputValue()).toBe('member')
  await page.getByRole('button', { name: 'Remove Wren Alder' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Wren Alder is no longer on the team.').waitFor()
  await page.getByText('1 of 3 seats taken.').waitFor()

  expect(await leadsTo(colleague.page, '/app/reviews')).toContain('/login?redirectTo=')
  expect(product.faults).toEqual([])
  expect(complaints).toEqual([expect.stringContaining('400 (Bad Request)')])
})
