import { expect } from 'vitest'
import { volume } from '#tests/volume.ts'
import { touchTest as test } from './support/demo.ts'
import { reviewRows } from './support/review-rows.ts'
import { open, settled } from './support/settled.ts'
import { send } from './support/sign-up.ts'

const DEVICES = [
  ['phone', 390, 844],
  ['tablet', 820, 1180],
  ['tablet on its side', 1180, 820],
] as const

const tried = DEVICES.slice(0, volume(1, DEVICES.length))
/** Each device answers a review of its own. */
const owner = tried.length === 1 ? 'small' : 'pro'

test.for(tried)(
  'on a %s a review is found, answered with a template and left for the next by taps; a tapped row does not stay highlighted',
  async ([name, width, height], { visit, product }) => {
    const { page } = await visit(owner)
    await page.setViewportSize({ width, height })
    const template = { name: `Thanks ${name}`, text: `Thank you, from our ${name}.` }
    await send(page, 'templates.create', template)
    await open(page, '/app/reviews')

    const rows = page.locator('.inbox-row')
    const look = () => rows.first().evaluate((element) => getComputedStyle(element).backgroundColor)
    const before = await look()
    const selection = page.getByRole('region', { name: 'Selected reviews' })
    await rows.first().getByRole('checkbox').tap()
    await selection.waitFor()
    expect(await look()).toBe(before)
    await rows.first().getByRole('checkbox').tap()
    await selection.waitFor({ state: 'detached' })

    const view = page.locator('nav [aria-current]', { hasText: /^All/ })
    await expect
      .poll(() => view.evaluate((tab) => Math.round(tab.getBoundingClientRect().right)))
      .toBeLessThan(width)
    await page.getByRole('link', { name: /^Needs an answer/ }).tap()
    await page.locator('[aria-current]', { hasText: 'Needs an answer' }).waitFor()
    await page.waitForURL('**status=pending*')
    await settled(page)
    const [first, second] = [
      await rows.nth(0).getAttribute('data-review'),
      await rows.nth(1).getAttribute('data-review'),
    ]
    await rows.nth(0).getByRole('link').tap()
    await page.waitForURL(`**/app/reviews/${first}*`)
    await page.getByRole('button', { name: 'Templates' }).tap()
    await page.getByRole('dialog').getByText(template.name).tap()
    const field = page.getByRole('textbox', { name: 'Your reply' })
    await expect.poll(() => field.inputValue()).toBe(template.text)
    await page.getByRole('button', { name: 'Save and next' }).tap()
    await page.waitForURL(`**/app/reviews/${second}*`)
    const database = await product.server.database()
    const stored = database.prepare('SELECT response_text FROM reviews WHERE id = ?').bind(first)
    await expect.poll(() => stored.first('response_text')).toBe(template.text)
  },
)

test('the selection bar covers no button of the review', async ({ visit }) => {
  const { page } = await visit(owner)
  await page.setViewportSize({ width: 1180, height: 600 })
  await open(page, '/app/reviews?status=pending')
  await reviewRows(page).first().getByRole('checkbox').tap()
  const bar = page.getByRole('region', { name: 'Selected reviews' })
  await bar.waitFor()
  const last = page.getByRole('article').getByRole('button').last()
  await last.evaluate((button) => {
    for (let box = button.parentElement; box; box = box.parentElement) box.scrollTop = box.scrollHeight
  })
  const [button, top] = [await last.boundingBox(), (await bar.boundingBox())?.y]
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThan(top ?? 0)
})
