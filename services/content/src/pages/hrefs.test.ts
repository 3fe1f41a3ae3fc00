import { expect, test } from '@jest/globals'
import type { ContentRef } from '@quire/contracts'
import { hrefOf } from './hrefs.ts'

const at = { publicUrl: 'https://quire.example', location: 'https://quire.example/v1/spaces/s/revisions/r' }

test.each<[ContentRef, string | undefined]>([
  [{ kind: 'url', url: 'https://example.com/a?b' }, 'https://example.com/a?b'],
  [{ kind: 'url', url: 'javascript:alert(1)' }, undefined],
  [{ kind: 'page', page: 'p' }, `${at.location}/page/p`],
  [{ kind: 'page', page: 'p', space: 'other' }, 'https://quire.example/v1/spaces/other/content/page/p'],
  [{ kind: 'anchor', anchor: 'a b', page: 'p' }, `${at.location}/page/p#a%20b`],
  [{ kind: 'anchor', anchor: 'a' }, undefined],
  [{ kind: 'file', file: 'f' }, `${at.location}/files/f`],
  [{ kind: 'reusable-content', reusableContent: 'c' }, `${at.location}/reusable-contents/c`],
  [{ kind: 'space', space: '../orgs' }, 'https://quire.example/v1/spaces/..%2Forgs'],
  [{ kind: 'collection', collection: 'c' }, 'https://quire.example/v1/collections/c'],
  [{ kind: 'user', user: 'u' }, 'https://quire.example/v1/users/u'],
  [{ kind: 'openapi', spec: 'petstore' }, undefined],
])('%j leads to %s', (ref, href) => {
  expect(hrefOf(ref, at)).toBe(href)
})
