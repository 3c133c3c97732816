import { chromium } from 'playwright-core'
import fs from 'node:fs'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] })
for (const n of process.argv.slice(2)) {
  const b = fs.readFileSync(`/tmp/m/look/${n}.png`); const h = b.readUInt32BE(20), w = b.readUInt32BE(16); const k = Math.ceil(h / 1400)
  const page = await browser.newPage({ viewport: { width: k * (w + 10), height: 1400 } })
  await page.setContent(`<body style="margin:0;display:flex;gap:10px;background:#888">${Array.from({ length: k }, (_, i) => `<div style="width:${w}px;height:1400px;background:url(data:image/png;base64,${b.toString('base64')}) 0 -${i * 1400}px no-repeat"></div>`).join('')}`)
  await page.screenshot({ path: `/tmp/m/look/c-${n}.png` }); await page.close()
}
await browser.close()
