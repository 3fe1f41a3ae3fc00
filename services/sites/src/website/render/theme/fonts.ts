import type { ShippedFont } from '@quire/contracts'

/** A font that Quire ships: the package with its files, and the family in the package's style sheets. */
interface FontSource {
  package: string
  family: string
  /** The kind of the system's fonts that stand in while the files load, and for letters that they lack. */
  kind: 'sans' | 'serif' | 'mono'
}

const variable = (name: string, family: string, kind: FontSource['kind'] = 'sans'): FontSource => ({
  package: name,
  family: `${family} Variable`,
  kind,
})
const fixed = (name: string, family: string, kind: FontSource['kind'] = 'sans'): FontSource => ({
  package: name,
  family,
  kind,
})

/** Fontsource packages have the files of open fonts (OFL-1.1, Apache-2.0, UFL-1.0), divided by ranges of letters. */
export const shippedFonts: Readonly<Record<ShippedFont, FontSource>> = {
  Inter: variable('@fontsource-variable/inter', 'Inter'),
  Roboto: variable('@fontsource-variable/roboto', 'Roboto'),
  RobotoSlab: variable('@fontsource-variable/roboto-slab', 'Roboto Slab', 'serif'),
  OpenSans: variable('@fontsource-variable/open-sans', 'Open Sans'),
  SourceSansPro: variable('@fontsource-variable/source-sans-3', 'Source Sans 3'),
  Lato: fixed('@fontsource/lato', 'Lato'),
  Ubuntu: fixed('@fontsource/ubuntu', 'Ubuntu'),
  Raleway: variable('@fontsource-variable/raleway', 'Raleway'),
  Merriweather: variable('@fontsource-variable/merriweather', 'Merriweather', 'serif'),
  Overpass: variable('@fontsource-variable/overpass', 'Overpass'),
  NotoSans: variable('@fontsource-variable/noto-sans', 'Noto Sans'),
  IBMPlexSerif: fixed('@fontsource/ibm-plex-serif', 'IBM Plex Serif', 'serif'),
  Poppins: fixed('@fontsource/poppins', 'Poppins'),
  FiraSans: fixed('@fontsource/fira-sans', 'Fira Sans'),
  FiraCode: variable('@fontsource-variable/fira-code', 'Fira Code', 'mono'),
  IBMPlexMono: fixed('@fontsource/ibm-plex-mono', 'IBM Plex Mono', 'mono'),
  JetBrainsMono: variable('@fontsource-variable/jetbrains-mono', 'JetBrains Mono', 'mono'),
  SourceCodePro: variable('@fontsource-variable/source-code-pro', 'Source Code Pro', 'mono'),
  RobotoMono: variable('@fontsource-variable/roboto-mono', 'Roboto Mono', 'mono'),
  SpaceMono: fixed('@fontsource/space-mono', 'Space Mono', 'mono'),
  DMMono: fixed('@fontsource/dm-mono', 'DM Mono', 'mono'),
  Inconsolata: variable('@fontsource-variable/inconsolata', 'Inconsolata', 'mono'),
}
