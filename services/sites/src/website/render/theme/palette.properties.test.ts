import { expect, test } from '@jest/globals'
import type { SiteCustomizationSettings } from '@quire/contracts'
import { runs } from '@quire/properties'
import { wcagContrast } from 'culori/fn'
import fc from 'fast-check'
import { effectiveSettings } from '../../../view/effective-settings.ts'
import { paletteOf } from './palette.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const themed = fc.record({ light: colour, dark: colour })

const settings: fc.Arbitrary<SiteCustomizationSettings> = fc
  .record({
    styling: fc.record(
      {
        theme: fc.constantFrom('clean', 'muted', 'bold', 'gradient'),
        background: fc.constantFrom('plain', 'match'),
        ...{ primaryColor: themed, infoColor: themed, successColor: themed, warningColor: themed, dangerColor: themed },
        tint: fc.record({ color: themed }),
      },
      { requiredKeys: ['theme', 'background'] },
    ),
    header: fc.record(
      {
        preset: fc.constantFrom('default', 'bold', 'contrast', 'custom', 'none'),
        backgroundColor: themed,
        linkColor: themed,
      },
      { requiredKeys: ['preset'] },
    ),
  })
  .map((chosen) => effectiveSettings(chosen as never))

const pages = ['page', 'subtle', 'muted', 'primary-ground']
const hints = ['info', 'success', 'warning', 'danger']
const underText = [...pages, ...hints.map((name) => `${name}-ground`)]

/** Colours, the grounds that they stand on, and the least contrast that WCAG 2.2 AA allows. */
const uses: [colour: string, grounds: string[], least: number][] = [
  ['text', underText, 4.5],
  ['soft', underText, 4.5],
  ['primary-text', underText, 4.5],
  ['on-primary', ['primary'], 4.5],
  ['bar-text', ['bar', 'bar-start'], 4.5],
  ...hints.map((name): [string, string[], number] => [`${name}-text`, [...pages.slice(0, 3), `${name}-ground`], 4.5]),
  ...hints.map((name): [string, string[], number] => [name, ['page', `${name}-ground`], 3]),
  ['primary', ['page'], 3],
  ['line-strong', ['page'], 3],
]

/** A bar in the colour of the page, which a gradient may begin with another colour. */
const plainBarWithDarkLinks = effectiveSettings({
  header: {
    preset: 'custom',
    backgroundColor: { light: '#ffffff', dark: '#000000' },
    linkColor: { light: '#257c66', dark: '#000000' },
  },
} as never)

test('whatever colours a site has, its texts, links and controls stand out in both themes', () => {
  fc.assert(
    fc.property(settings, (chosen) => {
      for (const mode of ['light', 'dark'] as const) {
        const palette = paletteOf(chosen, mode)
        const faint = uses.flatMap(([name, grounds, least]) =>
          grounds.flatMap((ground) => {
            const contrast = wcagContrast(palette[name] ?? '', palette[ground] ?? '')
            return contrast >= least ? [] : [`${name} on ${ground} in ${mode}: ${contrast}`]
          }),
        )
        expect(faint).toEqual([])
      }
    }),
    { numRuns: runs(300), examples: [[plainBarWithDarkLinks]] },
  )
})

test('a colour that is readable already stays as it was chosen', () => {
  const chosen = { light: '#1f5fd0', dark: '#7cabff' }
  const own = effectiveSettings({ styling: { primaryColor: chosen } })
  for (const mode of ['light', 'dark'] as const) expect(paletteOf(own, mode)['primary-text']).toBe(chosen[mode])
})
