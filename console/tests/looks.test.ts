import { expect, test } from '@jest/globals'
import { changedLooks, flatLooks, groupedLooks, withLooks } from '../src/screens/sites/customization/changed-looks.ts'

const looks = (corners: string, font: string, header: object = {}, privacyPolicy: object = {}) =>
  ({
    ...{ title: 'Manual', favicon: {}, header: { preset: 'default', links: [], ...header }, privacyPolicy },
    styling: { corners, font, sidebar: { background: 'default', list: 'pill' } },
  }) as unknown as Parameters<typeof changedLooks>[0]

test('changed corners leave the font and the header as somebody else has saved them meanwhile', () => {
  const changes = changedLooks(looks('rounded', 'Inter'), looks('straight', 'Inter'))
  expect(changes).toEqual({ 'styling.corners': 'straight' })
  expect(withLooks(looks('rounded', 'Lato', { preset: 'bold' }), changes)).toEqual(
    looks('straight', 'Lato', { preset: 'bold' }),
  )
  expect(groupedLooks(changes)).toEqual({ styling: { corners: 'straight' } })
})

test('a setting that is taken away is null in a request, and stays away when the draft is stored', () => {
  const [saved, form] = [
    looks('rounded', 'Inter', { logo: 'a' }, { url: 'https://a.example/' }),
    looks('rounded', 'Inter'),
  ]
  const changes = JSON.parse(JSON.stringify(changedLooks(saved, form)))
  expect(groupedLooks(changes)).toEqual({ header: { logo: null }, privacyPolicy: { url: null } })
  expect(withLooks(saved, changes)).toEqual(form)
})

test('settings in a group within a group change one by one, and lists as a whole', () => {
  expect(flatLooks(looks('rounded', 'Inter'))).toEqual({
    ...{ title: 'Manual', favicon: {}, 'header.preset': 'default', 'header.links': [] },
    ...{ 'styling.corners': 'rounded', 'styling.font': 'Inter' },
    ...{ 'styling.sidebar.background': 'default', 'styling.sidebar.list': 'pill' },
  })
})
