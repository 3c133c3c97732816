import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import TagForm from '#app/routes/app.reviews_.tags/tag-form.client.tsx'
import type { TagView } from '#worker/rules/tags.ts'

test('without AI Insights, a tag’s topic is still shown and sent', () => {
  const rule: TagView['rule'] = {
    stars: [1, 2],
    platforms: [],
    topic: 'waiting',
    opinion: 'negative',
    mentions: [],
  }
  const tag: TagView = { id: 'a', name: 'Slow service', color: 'red', rule }
  const html = renderToStaticMarkup(
    <TagForm tag={tag} hasTopics={false} ownPlatforms={[]} onClose={() => {}} />,
  )
  expect(html).toMatch(/<input[^>]*type="checkbox"[^>]*name="topic"[^>]*checked=""[^>]*value="waiting"/)
  expect(html).toMatch(/name="opinion" value="negative"/)
})
