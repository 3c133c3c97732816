import { expect, test } from 'vitest'
import { lineFaultOf, listFaultOf } from '#app/routes/app.ask/list-fault.ts'
import { peopleIn } from '#worker/rules/asking.ts'

test('a fault of a list names the line as people count it, empty lines included', () => {
  const people = peopleIn('Ana, ana@a.test\n\nKim www.b.test, kim@b.test\nnobody')
  expect(listFaultOf(people)).toBe('Line 4: There is no e-mail address in ‘nobody’.')
  expect(lineFaultOf(people, { 'people.1.name': 'Enter the name only, in letters.' })).toBe(
    'Line 3: Enter the name only, in letters.',
  )
  expect(lineFaultOf(people, { consent: 'Say where.' })).toBeNull()
})
