import { modeLch65, modeLrgb, modeOklab, modeOklch, modeRgb, useMode } from 'culori/fn'

/** Culori knows the colour spaces that it is told of. */
export function register(): void {
  for (const mode of [modeRgb, modeLrgb, modeOklab, modeOklch, modeLch65]) useMode(mode)
}
