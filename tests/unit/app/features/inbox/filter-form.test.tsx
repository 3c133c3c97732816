import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom/server.js'
import { expect, test } from 'vitest'
import { FilterForm, type FilterFormProps } from '#app/features/inbox/filter-form.tsx'

const ALONE = { businesses: [{ id: 'b', name: 'Alder & Salt' }], tags: [], ownPlatforms: [], isTeam: false }

async function unfolded(props: Partial<FilterFormProps>): Promise<string> {
  // Fields with an error are unfolded from the start.
  const errors = { from: 'Choose a day.' }
  const element = <FilterForm {...ALONE} filters={{}} errors={errors} found={null} texts={[]} {...props} />
  const { dataRoutes, query } = createStaticHandler([{ path: '/', element }])
  const context = await query(new Request('https://own.test/'))
  if (context instanceof Response) throw new Error('a page')
  const router = createStaticRouter(dataRoutes, context)
  return renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />)
}

const hidden = (html: string) =>
  Array.from(html.matchAll(/<input type="hidden" name="(\w+)"/g), ([, name]) => name)

const FILTERS = {
  due: 'overdue',
  suggestion: 'open',
  term: 'soup',
  assigned: 'me',
  tag: 't',
  businessId: 'b',
}

test('unfolded fields keep the filters that have no field', async () => {
  const html = await unfolded({ filters: { ...FILTERS, search: 'soup', platform: 'google' } })
  expect(hidden(html).sort()).toEqual(Object.keys(FILTERS).sort())
})

test('filters with a field are sent by that field only', async () => {
  const tags = [{ id: 't', name: 'Parking', color: 'red' as const }]
  const businesses = [...ALONE.businesses, { id: 'c', name: 'Hill' }]
  const html = await unfolded({ filters: FILTERS, tags, businesses, isTeam: true })
  expect(hidden(html)).toEqual(['term', 'suggestion', 'due'])
})

test('filters without a field are said in words beside unfolded fields', async () => {
  const texts = [
    { name: 'tag' as const, label: 'Tag', text: 'gone' },
    { name: 'rating' as const, label: 'Stars', text: '1' },
  ]
  const items = [...(await unfolded({ texts })).matchAll(/<li class="([^"]*)">(\w+)/g)]
  expect(items.filter(([, classes]) => !classes?.includes('hidden')).map(([, , label]) => label)).toEqual([
    'Tag',
  ])
})
