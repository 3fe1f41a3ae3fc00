// Colours are computed in OKLCH, where equal steps look equal. Culori (MIT) is small, maintained, and has WCAG's
// contrast.
import {
  clampChroma,
  converter,
  formatHex,
  modeLch65,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  type Oklch,
  useMode,
  wcagContrast,
} from 'culori/fn'

register()
const toOklch = converter('oklch')

/** The contrast that WCAG 2.2 AA requires of text. */
export const textContrast = 4.5
/** The contrast that WCAG 2.2 AA requires of the visual parts of a control. */
export const controlContrast = 3

const parsed = (colour: string): Oklch => toOklch(colour) ?? { mode: 'oklch', l: 0.5, c: 0, h: 0 }

/** Returns a colour of this lightness (0 to 1) and chroma, in the hue of another. */
export function shade(of: string, lightness: number, chroma = Number.POSITIVE_INFINITY): string {
  const { h = 0, c } = parsed(of)
  return formatHex(clampChroma({ mode: 'oklch', l: lightness, c: Math.min(c, chroma), h }, 'oklch')) ?? '#808080'
}

const contrast = (one: string, other: string): number => wcagContrast(one, other)

/** Returns the colour, made darker or lighter until its contrast with each background is at least `least`. */
export function readable(colour: string, grounds: readonly string[], least: number): string {
  const { l } = parsed(colour)
  const isEnough = (candidate: string) => grounds.every((ground) => contrast(candidate, ground) >= least)
  if (isEnough(colour)) return colour
  const isDark = grounds.reduce((sum, ground) => sum + parsed(ground).l, 0) / grounds.length < 0.6
  const step = isDark ? 0.02 : -0.02
  for (let lightness = l + step; lightness > 0 && lightness < 1; lightness += step) {
    const candidate = shade(colour, lightness)
    if (isEnough(candidate)) return candidate
  }
  return isDark ? '#ffffff' : '#000000'
}

/** Returns white or black, whichever is more readable on the background. */
export const textOn = (ground: string): string =>
  contrast('#ffffff', ground) >= Math.min(textContrast, contrast('#000000', ground)) ? '#ffffff' : '#000000'

/** Registers the colour spaces that Culori needs here. */
function register(): void {
  for (const mode of [modeRgb, modeLrgb, modeOklab, modeOklch, modeLch65]) useMode(mode)
}
