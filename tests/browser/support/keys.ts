import type { ElementHandle, Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Objects, test, type Visitor } from './demo.ts'
import { addressAbout } from './screens.ts'
import { show } from './settled.ts'

type Role = Parameters<Page['getByRole']>[0]

export interface Job {
  name: string
  on: string
  width?: number
  does: (keys: Keys) => Promise<unknown>
}

const MAX_KEYS = 150

/** Adds a test for each task, done by keyboard alone from its address on. They share a document. */
export function testJobs(visitor: Visitor, jobs: readonly Job[]): void {
  test.for(jobs)('$name', async ({ on, width = 1440, does }, { visit }) => {
    const { page, objects } = await visit(visitor)
    await page.setViewportSize({ width, height: 900 })
    const keys = new Keys(page, objects)
    await keys.open(on)
    await does(keys)
  })
}

/** A person with only a keyboard, who has to see the focus. */
export class Keys {
  readonly page: Page
  readonly #objects: Objects

  constructor(page: Page, objects: Objects) {
    this.page = page
    this.#objects = objects
  }

  async open(address: string): Promise<void> {
    await show(this.page, addressAbout(address, this.#objects))
    // Starts as a navigation does: the task before may have ended on the same screen.
    await this.page.locator('main h1').focus()
  }

  /**
   * Moves to a control with Tab, or Shift+Tab if it is before the focus. Enters screens through their skip link, if
   * any. `summary` means the element, because its role differs between browsers.
   */
  async to(role: Role | 'summary', name: string | RegExp): Promise<void> {
    const target = await this.#find(role, name)
    const way = await target.evaluate((element) => {
      const focused = document.activeElement
      if (!focused || focused === document.body)
        return element.closest('main') && document.querySelector('a[href="#main"]') ? 'skip' : 'Tab'
      const isBefore = element.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING
      return isBefore ? 'Shift+Tab' : 'Tab'
    })
    if (way === 'skip') await this.press('Tab', 'Enter')
    await this.#goWith(way === 'skip' ? 'Tab' : way, target, role, name)
  }

  /** Like `to` within an open menu, where arrow keys move the focus. */
  async downTo(role: Role, name: string | RegExp): Promise<void> {
    await this.#goWith('ArrowDown', await this.#find(role, name), role, name)
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  /** Replaces the content of the focused field. */
  async type(text: string): Promise<void> {
    await this.press('Control+a')
    await this.page.keyboard.type(text)
  }

  async see(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor()
  }

  async #find(role: Role | 'summary', name: string | RegExp): Promise<ElementHandle<Element>> {
    const { page } = this
    const target =
      role === 'summary' ? page.locator('summary').filter({ hasText: name }) : page.getByRole(role, { name })
    await target.first().waitFor()
    return (await target.first().elementHandle()) as ElementHandle<Element>
  }

  /** Waits, because a menu moves the focus a moment after the key. */
  async #moveFocus(key: string): Promise<void> {
    if (key !== 'ArrowDown') return this.page.keyboard.press(key)
    const former = await this.page.evaluateHandle(() => document.activeElement)
    await this.page.keyboard.press(key)
    await this.page.waitForFunction((before) => document.activeElement !== before, former)
  }

  async #goWith(key: string, found: ElementHandle<Element>, role: Role | 'summary', name: string | RegExp) {
    let target = found
    for (let pressed = 0; pressed < MAX_KEYS; pressed++) {
      const focus = await target.evaluate((element) => {
        if (!element.isConnected) return 'gone'
        if (element !== document.activeElement) return 'elsewhere'
        const { outlineStyle, outlineWidth, backgroundColor } = getComputedStyle(element)
        const isOutlined = outlineStyle !== 'none' && outlineWidth !== '0px'
        // An item of a menu is highlighted by its background instead.
        const isItem = element.getAttribute('role')?.startsWith('menuitem')
        return isOutlined || (isItem && backgroundColor !== 'rgba(0, 0, 0, 0)') ? 'visible' : 'invisible'
      })
      if (focus === 'gone') target = await this.#find(role, name)
      else if (focus === 'elsewhere') await this.#moveFocus(key)
      else {
        expect(focus, `the focus on ${role} ${name}`).toBe('visible')
        return
      }
    }
    throw new Error(`${role} ${name} is not reached by ${MAX_KEYS} times ${key}`)
  }
}
