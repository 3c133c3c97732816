import type { Page } from 'playwright-core'
import { expect } from 'vitest'

type Role = Parameters<Page['getByRole']>[0]

const MOST_TABS = 150
const MOST_ARROWS = 30

/** Somebody who has a keyboard and nothing else, and who has to see where the focus is. */
export class Keys {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Goes on with Tab to a control; to a `summary` by the role `summary`, which browsers call differently. */
  async to(role: Role | 'summary', name: string | RegExp): Promise<void> {
    await this.#goWith('Tab', MOST_TABS, role, name)
  }

  /** The same inside an open menu, where arrows move the focus. */
  async downTo(role: Role, name: string | RegExp): Promise<void> {
    await this.#goWith('ArrowDown', MOST_ARROWS, role, name)
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  /** Replaces what the field in focus contains. */
  async type(text: string): Promise<void> {
    await this.press('Control+a')
    await this.page.keyboard.type(text)
  }

  async see(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor()
  }

  async #goWith(key: string, most: number, role: Role | 'summary', name: string | RegExp): Promise<void> {
    const target =
      role === 'summary'
        ? this.page.locator('summary').filter({ hasText: name }).first()
        : this.page.getByRole(role, { name }).first()
    await target.waitFor()
    for (let pressed = 0; pressed < most; pressed++) {
      const focus = await target.evaluate((element) => {
        if (element !== document.activeElement) return null
        const { outlineStyle, outlineWidth, backgroundColor } = getComputedStyle(element)
        return { isOutlined: outlineStyle !== 'none' && outlineWidth !== '0px', backgroundColor }
      })
      if (focus) {
        // An item of a menu is highlighted by its background instead.
        const isSeen =
          focus.isOutlined || (role.startsWith('menuitem') && focus.backgroundColor !== 'rgba(0, 0, 0, 0)')
        expect(isSeen, `the focus on ${role} ${name} can be seen`).toBe(true)
        return
      }
      await this.page.keyboard.press(key)
    }
    throw new Error(`${role} ${name} is not reached by ${most} times ${key}`)
  }
}
