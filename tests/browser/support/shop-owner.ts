import type { Page } from 'playwright-core'
import { newOwner } from './owner.ts'
import { newShop } from './review-rows.ts'
import { test as base } from './test.ts'

/** A test with an account whose three reviews need an answer. */
export const test = base.extend('owner', { scope: 'file' }, async ({ newPerson, product }) => {
  const person = await newPerson()
  await newShop(product, await newOwner(person.page, product, { plan: 'free' }))
  return person
})

/** Author of the review that is shown. */
export const shownIn = (page: Page) =>
  page.getByRole('article').getByRole('heading', { level: 2 }).textContent()
export const fieldOf = (page: Page) => page.getByRole('textbox', { name: 'Your reply' })
