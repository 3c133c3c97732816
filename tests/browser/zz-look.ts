import { chromium } from 'playwright-core'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#scripts/local/seed.ts'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] })
const origin = "http://localhost:8787"
const only = process.argv.slice(2)
const screens = { dash: '/app', ai: '/app/ai-insights', inbox: '/app/reviews', analytics: '/app/analytics', biz: '/app/businesses', ask: '/app/ask', comp: '/app/ai-insights/competitors', reports: '/app/ai-insights/reports', actions: '/app/ai-insights/actions', team: '/app/team', billing: '/app/billing', notif: '/app/notifications', cases: '/app/reviews/cases', data: '/app/data-management', op: '/app/operator', credits: '/app/credits', landing: '/', pricing: '/pricing', help: '/help', profile: '/app/profile', security: '/app/security' }
for (const plan of ['ai_insights', 'free'] as const) {
const demo = DEMO_ACCOUNTS.find((a) => a.plan === plan)!
for (const [width, colorScheme] of [[1440, 'light'], [390, 'dark']] as const) {
  const context = await browser.newContext({ baseURL: origin, viewport: { width, height: 900 }, colorScheme, serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.request.post('/trpc/auth.signIn', { headers: { 'sec-fetch-site': 'same-origin' }, data: { email: demo.email, password: DEMO_PASSWORD } })
  for (const [name, path] of Object.entries(screens)) {
    if (only.length ? !only.includes(`${plan}-${name}`) : plan === 'free' && !['dash','ai','analytics','billing'].includes(name)) continue
  await page.goto(path)
  await page.waitForTimeout(400)
  console.log(plan, width, name, await page.evaluate(() => document.documentElement.scrollHeight))
  await page.screenshot({ path: `/tmp/m/look/${plan}-${name}-${width}.png`, fullPage: true })
  }
  await context.close()
}}
await browser.close()
