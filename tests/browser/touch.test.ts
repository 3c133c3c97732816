import { expect } from 'vitest'
import { volume } from '#tests/volume.ts'
import { touchTest as test } from './support/demo.ts'
import { open } from './support/settled.ts'

const DEVICES = [
  ['phone', 390, 844],
  ['tablet', 820, 1180],
  ['tablet on its side', 1180, 820],
] as const

test.for(DEVICES.slice(0, volume(1, DEVICES.length)))(
  'on a %s a review is found, answered with a template and left for the next by taps',
  async ([name, width, height], { visit }) => {
    const { page } = await visit('pro')
    await page.setViewportSize({ width, height })
    await open(page, '/app/reviews/templates')
    const title = `Thanks ${name}`
    await page.getByRole('button', { name: 'New template' }).tap()
    await page.getByLabel('Name').fill(title)
    await page.getByLabel('Text').fill(`Thank you, from our ${name}.`)
    await page.getByRole('button', { name: 'Save' }).tap()
    await page.getByRole('heading', { name: title }).waitFor()

    await open(page, '/app/reviews')
    const view = page.locator('nav [aria-current]', { hasText: /^All/ })
    await expect
      .poll(() => view.evaluate((tab) => Math.round(tab.getBoundingClientRect().right)))
      .toBeLessThan(width)
    await page.getByRole('link', { name: /^Needs an answer/ }).tap()
    await page.locator('[aria-current]', { hasText: 'Needs an answer' }).waitFor()
    await open(page, '/app/reviews?status=pending')
    const rows = page.locator('.inbox-row')
    const [first, second] = [
      await rows.nth(0).getAttribute('data-review'),
      await rows.nth(1).getAttribute('data-review'),
    ]
    await rows.nth(0).getByRole('link').tap()
    await page.waitForURL(`**/app/reviews/${first}*`)
    await page.getByRole('button', { name: 'Templates' }).tap()
    await page.getByRole('dialog').getByText(title).tap()
    const field = page.getByRole('textbox', { name: 'Your reply' })
    await expect.poll(() => field.inputValue()).toBe(`Thank you, from our ${name}.`)
    await page.getByRole('button', { name: 'Save and next' }).tap()
    await page.waitForURL(`**/app/reviews/${second}*`)
    await open(page, `/app/reviews/${first}`)
    await page.getByText(`Thank you, from our ${name}.`).waitFor()
  },
)

test('a tapped row does not stay highlighted', async ({ visit }) => {
  const { page } = await visit('pro')
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/app/reviews')
  const row = page.locator('.inbox-row').first()
  const look = () => row.evaluate((element) => getComputedStyle(element).backgroundColor)
  const before = await look()
  await row.getByRole('checkbox').tap()
  await page.getByRole('region', { name: 'Selected reviews' }).waitFor()
  expect(await look()).toBe(before)
})

test('the selection bar covers no button of the review', async ({ visit }) => {
  const { page } = await visit('pro')
  await page.setViewportSize({ width: 1180, height: 600 })
  await open(page, '/app/reviews?status=pending')
  await page.locator('.inbox-row').first().getByRole('checkbox').tap()
  const bar = page.getByRole('region', { name: 'Selected reviews' })
  await bar.waitFor()
  const last = page.getByRole('article').getByRole('button').last()
  await last.evaluate((button) => {
    for (let box = button.parentElement; box; box = box.parentElement) box.scrollTop = box.scrollHeight
  })
  const [button, top] = [await last.boundingBox(), (await bar.boundingBox())?.y]
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThan(top ?? 0)
})
