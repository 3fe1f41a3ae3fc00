import fc, { type Arbitrary } from 'fast-check'

export type Json = Record<string, unknown>

const characters = fc.constantFrom(...'abcxyz019 éß*_`<>[]()#|\\~$!&{}%-+.,;=\'"/?'.split(''))
/** Words with everything that means something in markdown or HTML, without spaces at the ends. */
export const words = fc
  .array(characters, { minLength: 1, maxLength: 12 })
  .map((all) => all.join('').replace(/ +/g, ' ').trim())
  .filter((text) => text !== '' && !/www/.test(text))
export const plain = fc.stringMatching(/^[a-z](?: ?[a-z0-9]){0,8}[a-z]$/)
export const id = fc.stringMatching(/^[a-z0-9]{4,8}$/)
export const url = fc.oneof(
  id.map((one) => `https://e.x/${one}?a=b&c=(d)`),
  id.map((one) => `../${one} x.md`),
)
export const maybe = <T>(name: string, value: Arbitrary<T>) =>
  fc.option(value, { nil: undefined }).map((one): Json => (one === undefined ? {} : { [name]: one }))
export const flags = (...names: string[]) =>
  fc.subarray(names).map((set): Json => Object.fromEntries(set.map((name) => [name, true])))
export const together = (...parts: Arbitrary<Json>[]) =>
  fc.tuple(...parts).map((all): Json => Object.assign({}, ...all))

export const ref = fc.oneof(
  url.map((one) => ({ kind: 'url', url: one })),
  id.map((page) => ({ kind: 'page', page })),
  fc.record({ page: id, space: id }).map((one) => ({ kind: 'page', ...one })),
  fc.record({ anchor: plain, page: id }).map((one) => ({ kind: 'anchor', ...one })),
  id.map((file) => ({ kind: 'file', file })),
  id.map((space) => ({ kind: 'space', space })),
  id.map((user) => ({ kind: 'user', user })),
)
export const imageRef = fc.oneof(
  url.map((one) => ({ kind: 'url', url: one })),
  id.map((file) => ({ kind: 'file', file })),
)
export const length = fc.oneof(
  fc.integer({ min: 1, max: 900 }),
  fc.integer({ min: 1, max: 100 }).map((value) => ({ unit: '%', value })),
)

const mark = (type: string) => ({ object: 'mark', type })
const color = fc
  .constantFrom(['red', 'default'], ['default', '$primary'], ['blue', 'yellow'])
  .map(([text, background]) => ({ object: 'mark', type: 'color', data: { text, background } }))
export const marks = fc
  .tuple(
    fc.option(color, { nil: undefined }),
    fc.subarray(['bold', 'italic', 'strikethrough', 'superscript', 'subscript', 'keyboard', 'code']),
  )
  .map(([one, types]) => [...(one ? [one] : []), ...types.map(mark)])
