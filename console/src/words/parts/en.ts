/** The texts of parts that only some screens have, in English; the other languages have the same. */
export const en = {
  copy: 'Copy',
  copied: 'Copied',
  copyOf: (label: string) => `Copy: ${label}`,
  copyByHand: 'Your browser does not copy here. Copy the selected text yourself.',
  enterSaves: 'Enter saves, Esc takes it back',

  // Lists and trees that people sort
  spaceActions: (title: string) => `Actions for the space ${title}`,
  collectionActions: (title: string) => `Actions for the collection ${title}`,
  moveUp: 'Move up',
  moveDown: 'Move down',
  moveInto: (title: string) => `Move into “${title}”`,
  moveOut: (title: string) => `Move out of “${title}”`,
  moved: {
    before: (item: string, target: string) => `“${item}” is now before “${target}”.`,
    after: (item: string, target: string) => `“${item}” is now after “${target}”.`,
    inside: (item: string, target: string) => `“${item}” is now in “${target}”.`,
  },
  notMoved: (item: string) => `“${item}” was not moved.`,

  // The icon beside a title
  chooseSign: 'Choose an icon',
  noSign: 'None',
  removeSign: 'Remove the icon',
  findSign: 'Find an icon',
  findSignHint: 'A word in English, or an emoji itself.',
  noSignFound: 'No icon has this name.',
  emoji: 'Emoji',
  emojis: 'Emojis',
  icons: 'Icons',

  // A new space or collection
  newContentHint: 'A space is a set of pages with one history. A collection groups spaces.',
  importInstead: 'Your documentation is somewhere else already?',
  kind: 'Kind',
  inCollection: 'In collection',
}

export type PartsWords = typeof en
