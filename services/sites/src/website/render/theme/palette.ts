import type { SiteCustomizationSettings } from '@quire/contracts'
import type { Oklch } from 'culori/fn'
import {
  clampChroma,
  converter,
  formatHex,
  modeLch65,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  useMode,
  wcagContrast,
} from 'culori/fn'

// Colours are computed in OKLCH, where equal steps look equal. Culori (MIT) is small, maintained, and has WCAG's
// contrast.

register()

const toOklch = converter('oklch')

/** The contrast that WCAG 2.2 AA requires of text. */
export const textContrast = 4.5

/** The contrast that WCAG 2.2 AA requires of the visual parts of a control. */
const controlContrast = 3

/** A theme of a site. */
export type Mode = 'light' | 'dark'

/** Lightness of each background and line, from the page outwards. */
const grounds = {
  light: { page: 1, subtle: 0.978, muted: 0.955, line: 0.915, strong: 0.82, text: 0.24, soft: 0.48 },
  dark: { page: 0.185, subtle: 0.215, muted: 0.255, line: 0.31, strong: 0.42, text: 0.93, soft: 0.74 },
} as const

/** Lightness of a light page that matches the site's colour. */
const matchingLightness = 0.988

/** Chroma of greys, without and with a tint. */
const neutralChroma = 0.008
const tintChroma = 0.02

/** Returns the custom properties of one theme, by name. */
export function paletteOf({ styling, header }: SiteCustomizationSettings, mode: Mode): Record<string, string> {
  const primary = styling.primaryColor[mode]
  const tint = styling.tint?.color[mode] ?? (styling.background === 'match' ? primary : undefined)
  const grey = (lightness: number) => shade(tint ?? primary, lightness, tint ? tintChroma : neutralChroma)
  const at = grounds[mode]
  // White has no hue, so a page that matches the site's colour is a little darker.
  const lightness = mode === 'light' && styling.background === 'match' ? matchingLightness : at.page
  const page = mode === 'light' && !tint ? '#ffffff' : grey(lightness)
  const [subtle, muted] = [grey(at.subtle), grey(at.muted)]
  const all = [page, subtle, muted]
  const solid = readable(primary, [page], controlContrast)
  const ofSignals = signals(styling, mode, all)
  const faint = ground(primary, mode)
  // Links stand on pages, chosen entries and hints.
  const underLinks = [...all, faint, ...signalNames.map((name) => ofSignals[`${name}-ground`] ?? page)]
  return {
    page,
    subtle,
    muted,
    line: grey(at.line),
    'line-strong': readable(grey(at.strong), [page], controlContrast),
    text: readable(grey(at.text), all, 7),
    soft: readable(grey(at.soft), underLinks, textContrast),
    primary: solid,
    'on-primary': textOn(solid),
    'primary-text': readable(primary, underLinks, textContrast),
    'primary-ground': faint,
    ...ofSignals,
    ...headerColours({ styling, header }, mode, { page, subtle, solid, faint }),
  }
}

/** Returns a faint background in the hue of a colour. */
const ground = (colour: string, mode: Mode) =>
  shade(colour, mode === 'light' ? 0.96 : 0.27, mode === 'light' ? 0.03 : 0.05)

const signalNames = ['info', 'success', 'warning', 'danger'] as const

/** Returns the colours of hints, states and announcements. */
function signals(styling: SiteCustomizationSettings['styling'], mode: Mode, grounds: readonly string[]) {
  const pairs = signalNames.flatMap((name) => {
    const colour = styling[`${name}Color`][mode]
    const faint = ground(colour, mode)
    return [
      [name, readable(colour, [...grounds, faint], controlContrast)],
      [`${name}-text`, readable(colour, [...grounds, faint], textContrast)],
      [`${name}-ground`, faint],
      [`${name}-line`, shade(colour, mode === 'light' ? 0.88 : 0.4, 0.08)],
    ]
  })
  return Object.fromEntries(pairs) as Record<string, string>
}

interface Grounds {
  page: string
  subtle: string
  solid: string
  faint: string
}

/** Returns the colours of the bar at the top: those of the theme, or its own. */
function headerColours(
  { styling, header }: Pick<SiteCustomizationSettings, 'styling' | 'header'>,
  mode: Mode,
  { page, subtle, solid, faint }: Grounds,
) {
  const own = header.preset === 'custom' ? header.backgroundColor?.[mode] : undefined
  const contrasting = header.preset === 'contrast' ? (mode === 'light' ? '#111111' : '#f5f5f5') : undefined
  const isBold = styling.theme === 'bold' || header.preset === 'bold'
  const plain = styling.theme === 'muted' ? subtle : page
  const bar = own ?? contrasting ?? (isBold ? solid : plain)
  // A gradient begins with the site's colour where the bar is plain.
  const start = bar === plain ? faint : bar
  const text = readable(own && header.linkColor ? header.linkColor[mode] : textOn(bar), [bar, start], textContrast)
  return { bar, 'bar-text': text, 'bar-start': start }
}

const parsed = (colour: string): Oklch => toOklch(colour) ?? { mode: 'oklch', l: 0.5, c: 0, h: 0 }

/** Returns a colour of this lightness (0 to 1) and chroma, in the hue of another. */
function shade(of: string, lightness: number, chroma = Number.POSITIVE_INFINITY): string {
  const { h = 0, c } = parsed(of)
  return formatHex(clampChroma({ mode: 'oklch', l: lightness, c: Math.min(c, chroma), h }, 'oklch')) ?? '#808080'
}

const contrast = (one: string, other: string): number => wcagContrast(one, other)

/**
 * Returns the colour, made darker or lighter until its contrast with each background is at least `least`; black or white
 * if no tone of it is readable.
 */
export function readable(colour: string, grounds: readonly string[], least: number): string {
  const { l } = parsed(colour)
  const isEnough = (candidate: string) => grounds.every((ground) => contrast(candidate, ground) >= least)
  if (isEnough(colour)) return colour
  const isDark = grounds.reduce((sum, ground) => sum + parsed(ground).l, 0) / grounds.length < 0.6
  // On a background between light and dark only one of the two directions leads to a readable tone.
  for (const step of isDark ? [0.02, -0.02] : [-0.02, 0.02])
    for (let lightness = l + step; lightness > 0 && lightness < 1; lightness += step) {
      const candidate = shade(colour, lightness)
      if (isEnough(candidate)) return candidate
    }
  const weakest = (candidate: string) => Math.min(...grounds.map((ground) => contrast(candidate, ground)))
  return weakest('#ffffff') >= weakest('#000000') ? '#ffffff' : '#000000'
}

/** Returns white or black, whichever is more readable on the background. */
export const textOn = (ground: string): string =>
  contrast('#ffffff', ground) >= Math.min(textContrast, contrast('#000000', ground)) ? '#ffffff' : '#000000'

/** Registers the colour spaces that Culori needs here. */
function register(): void {
  for (const mode of [modeRgb, modeLrgb, modeOklab, modeOklch, modeLch65]) useMode(mode)
}
