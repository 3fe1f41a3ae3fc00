import { expect, test } from '@jest/globals'
import { targetHref } from './site-hrefs.ts'
import { locationOfSpace, type Section, type Variant, type VisibleSite } from './site-model.ts'

const variant = (id: string, spaceId: string) => ({ id, spaceId, path: `/${id}` }) as Variant

test('links find their spaces without listing the site again for each, and the first variant of a space that is there twice', () => {
  let reads = 0
  const section = {
    ...{ kind: 'section', id: '', title: '' },
    get variants() {
      reads += 1
      return [variant('one', 'a'), variant('two', 'a'), variant('three', 'b')]
    },
  } as Section
  const site = { base: '/sites/guide', structure: [section] } as unknown as VisibleSite
  const around = { spaceId: 'a', findPage: () => undefined }
  const hrefs = Array.from({ length: 500 }, () => targetHref(site, { kind: 'space', space: 'a' }, around))
  expect(new Set(hrefs)).toEqual(new Set(['/sites/guide/one']))
  expect(locationOfSpace(site, 'b')?.variant.id).toBe('three')
  expect(locationOfSpace(site, 'c')).toBeUndefined()
  expect(reads).toBe(1)
  // The part of a site that a tool reads has a structure of its own.
  const part = { ...site, structure: [{ ...section, variants: [variant('three', 'b')] }] }
  expect(locationOfSpace(part, 'a')).toBeUndefined()
})
