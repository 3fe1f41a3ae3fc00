import { expect, test } from '@jest/globals'
import { SiteCustomizationSettings } from '@quire/contracts'
import { changedSettings, effectiveSettings } from './effective-settings.ts'

const defaultSettings = effectiveSettings(undefined)
const red = { light: '#ff0000', dark: '#aa0000' }
const link = (title: string) => ({ title, to: { kind: 'url' as const, url: 'https://example.com/' }, links: [] })

test('a site that nobody customized has every setting that has a default', () => {
  expect(SiteCustomizationSettings.parse(defaultSettings)).toEqual(defaultSettings)
  const { title, announcement, ...always } = SiteCustomizationSettings.shape
  expect(Object.keys(defaultSettings).sort()).toEqual(Object.keys(always).sort())
})

test('each key is the space’s own, else the site’s, else the default; lists and values are taken as a whole', () => {
  const site = {
    title: 'Docs',
    styling: { theme: 'bold', corners: 'straight', sidebar: { list: 'line' }, tint: { color: red } },
    header: { links: [link('One'), link('Two')] },
    favicon: { emoji: '1f600' },
  } as const
  const space = {
    styling: { theme: 'muted', sidebar: { background: 'filled' } },
    header: { links: [link('Own')] },
  } as const
  const settings = effectiveSettings(structuredClone(site) as never, structuredClone(space) as never)
  expect(SiteCustomizationSettings.parse(settings)).toEqual(settings)
  expect(settings.styling).toMatchObject({
    theme: 'muted',
    corners: 'straight',
    depth: defaultSettings.styling.depth,
    sidebar: { background: 'filled', list: 'line' },
    tint: { color: red },
  })
  expect(settings).toMatchObject({ title: 'Docs', favicon: { emoji: '1f600' }, header: { links: [{ title: 'Own' }] } })
  expect(effectiveSettings(undefined)).toEqual(defaultSettings)
})

test('a value sets, null resets at every depth, what is absent stays, and nothing is kept of what was reset', () => {
  const stored = changedSettings(
    {},
    { title: 'One', styling: { theme: 'bold', sidebar: { list: 'pill' } }, footer: {} },
  )
  expect(stored).toEqual({ title: 'One', styling: { theme: 'bold', sidebar: { list: 'pill' } } })
  const less = changedSettings(stored, { title: null, styling: { sidebar: { list: null } }, pdf: { enabled: true } })
  expect(less).toEqual({ styling: { theme: 'bold' }, pdf: { enabled: true } })
  expect(changedSettings(less, { styling: null, pdf: { enabled: null }, favicon: {} })).toEqual({ favicon: {} })
})

/** Returns the contrast of two colours as WCAG 2 defines it. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [one, other].map(luminance).sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test('the colours of the defaults are readable on white and on black', () => {
  const { primaryColor, infoColor, successColor, warningColor, dangerColor } = defaultSettings.styling
  for (const { light, dark } of [primaryColor, infoColor, successColor, warningColor, dangerColor]) {
    expect([light, contrast(light, '#ffffff') >= 4.5]).toEqual([light, true])
    expect([dark, contrast(dark, '#000000') >= 4.5]).toEqual([dark, true])
  }
})
