import fc from 'fast-check'

const pick = fc.noBias(fc.nat(1000))
const act = <Name extends string>(name: Name, weight: number) => ({
  weight,
  arbitrary: fc.record({
    act: fc.constant(name),
    request: pick,
    page: pick,
    into: fc.option(pick),
    at: fc.noBias(fc.nat(3)),
  }),
})

/** The next act of an editor; numbers choose among the items that exist by then. */
const anAct = fc.oneof(
  act('create', 2),
  act('insert', 6),
  act('edit', 5),
  act('rename', 2),
  act('move', 4),
  act('delete', 2),
  act('revert', 2),
  act('open', 2),
  act('draft', 1),
  act('archive', 1),
  act('update', 2),
  act('merge', 3),
  act('comment', 2),
  act('commentOnRequest', 2),
  act('deleteComment', 1),
  act('read', 3),
  act('own', 6),
  act('mergeOwn', 2),
)
export type Act = typeof anAct extends fc.Arbitrary<infer One> ? One : never

export const editors = 10
/** The scripts of the editors, one each. */
export const schedule = fc.array(fc.array(anAct, { minLength: 20, maxLength: 20 }), {
  minLength: editors,
  maxLength: editors,
})
