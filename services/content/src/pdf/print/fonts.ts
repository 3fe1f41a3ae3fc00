import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Noto Sans (Latin, Greek, Cyrillic, Devanagari), and what is asked where it has no sign: Chinese and Japanese, Korean,
 * Arabic, Hebrew, emojis. Code and formulas have the fonts that Typst brings. All are under the OFL.
 */
const packages = [
  '@embedpdf/fonts-latin',
  '@embedpdf/fonts-sc',
  '@expo-google-fonts/nanum-gothic',
  '@embedpdf/fonts-arabic',
  '@embedpdf/fonts-hebrew',
  '@expo-google-fonts/noto-emoji',
]

/** The folders that hold the fonts. */
export const fontFolders = (): string[] => packages.map(folderOf)

function folderOf(name: string): string {
  const entry = fileURLToPath(import.meta.resolve(name))
  const root = join('node_modules', name)
  return entry.slice(0, entry.lastIndexOf(root) + root.length)
}
