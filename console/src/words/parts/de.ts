import type { PartsWords } from './en.ts'

export const de: PartsWords = {
  copy: 'Kopieren',
  copied: 'Kopiert',
  copyOf: (label) => `Kopieren: ${label}`,
  copyByHand: 'Ihr Browser kopiert hier nicht. Kopieren Sie den ausgewählten Text selbst.',
  enterSaves: 'Enter speichert, Esc nimmt es zurück',

  // Lists and trees that people sort
  spaceActions: (title) => `Aktionen für den Bereich ${title}`,
  collectionActions: (title) => `Aktionen für die Sammlung ${title}`,
  moveUp: 'Nach oben',
  moveDown: 'Nach unten',
  moveInto: (title) => `In „${title}“ verschieben`,
  moveOut: (title) => `Aus „${title}“ herausnehmen`,
  moved: {
    before: (item, target) => `„${item}“ steht jetzt vor „${target}“.`,
    after: (item, target) => `„${item}“ steht jetzt nach „${target}“.`,
    inside: (item, target) => `„${item}“ steht jetzt in „${target}“.`,
  },
  notMoved: (item) => `„${item}“ wurde nicht verschoben.`,

  // The icon beside a title
  chooseSign: 'Symbol wählen',
  noSign: 'Keines',
  removeSign: 'Symbol entfernen',
  findSign: 'Symbol suchen',
  findSignHint: 'Ein englisches Wort oder das Emoji selbst.',
  noSignFound: 'Kein Symbol heißt so.',
  emoji: 'Emoji',
  emojis: 'Emojis',
  icons: 'Symbole',

  // A new space or collection
  newContentHint: 'Ein Bereich enthält Seiten mit einer gemeinsamen Geschichte. Eine Sammlung fasst Bereiche zusammen.',
  importInstead: 'Ihre Dokumentation gibt es schon anderswo?',
  kind: 'Art',
  inCollection: 'In der Sammlung',
}
