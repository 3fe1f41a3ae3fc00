import { expect, test } from '@jest/globals'
import { pageOf } from './doctor.ts'
import { type Check, fine, problem, runChecks } from './run-checks.ts'

const checks: Check[] = [
  { part: 'Hanging', todo: 'Look there.', look: () => new Promise(() => undefined) },
  {
    part: 'Failing',
    look: async () => Promise.reject(new AggregateError([new Error('no route'), new Error('refused')])),
  },
  { part: 'Working', look: async () => [fine('works'), problem('works badly', 'Mend it.')] },
]

test('a part that hangs or fails is a problem with what to do, and hides no other', async () => {
  const found = await runChecks(checks, 20)
  expect(found).toEqual([
    { part: 'Hanging', level: 'problem', text: 'no answer within 0.02 s', todo: 'Look there.' },
    { part: 'Failing', level: 'problem', text: 'no route, refused', todo: undefined },
    { part: 'Working', level: 'fine', text: 'works' },
    { part: 'Working', level: 'problem', text: 'works badly', todo: 'Mend it.' },
  ])
  expect(pageOf(found)).toBe(`FAIL Hanging  no answer within 0.02 s
              Look there.
FAIL Failing  no route, refused
ok   Working  works
FAIL Working  works badly
              Mend it.

3 problems, 0 warnings
`)
})
