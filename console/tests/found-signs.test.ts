import { expect, test } from '@jest/globals'
import { foundEmojis, foundIcons } from '../src/parts/found-signs.ts'

const codes = (text: string) => foundEmojis(text).map(({ value }) => value)

test('an emoji is found by words of its names in any order, and by itself', () => {
  expect(codes('rocket')).toEqual(['1f680'])
  expect(codes('heart red')).toContain('2764-fe0f')
  expect(foundEmojis('🚀')).toEqual([{ value: '1f680', name: 'rocket' }])
  expect(codes('👩‍🚒')).toEqual(['1f469-200d-1f692'])
  expect(codes('🇩🇪')).toEqual(['1f1e9-1f1ea'])
})

test('neither a text nor two emojis are one, and without a text some are offered', () => {
  for (const text of ['x!', '🚀🚀', 'no such']) expect(codes(text)).toEqual([])
  expect(codes('').length).toBeGreaterThan(20)
})

test('icons are found by words of their names', () => {
  const names = ['arrow-up', 'file', 'file-arrow-up']
  expect(foundIcons(names, 'up file').map(({ value }) => value)).toEqual(['file-arrow-up'])
  expect(foundIcons(names, 'arrow-up').map(({ name }) => name)).toEqual(['arrow up', 'file arrow up'])
})
