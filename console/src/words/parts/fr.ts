import type { PartsWords } from './en.ts'

export const fr: PartsWords = {
  copy: 'Copier',
  copied: 'Copié',
  copyOf: (label) => `Copier : ${label}`,
  copyByHand: 'Votre navigateur ne copie pas ici. Copiez vous-même le texte sélectionné.',
  enterSaves: 'Entrée enregistre, Échap annule',

  // Lists and trees that people sort
  spaceActions: (title) => `Actions pour l’espace ${title}`,
  collectionActions: (title) => `Actions pour la collection ${title}`,
  moveUp: 'Monter',
  moveDown: 'Descendre',
  moveInto: (title) => `Déplacer dans « ${title} »`,
  moveOut: (title) => `Sortir de « ${title} »`,
  moved: {
    before: (item, target) => `« ${item} » est maintenant avant « ${target} ».`,
    after: (item, target) => `« ${item} » est maintenant après « ${target} ».`,
    inside: (item, target) => `« ${item} » est maintenant dans « ${target} ».`,
  },
  notMoved: (item) => `« ${item} » n’a pas été déplacé.`,

  // The icon beside a title
  chooseSign: 'Choisir une icône',
  noSign: 'Aucune',
  removeSign: 'Retirer l’icône',
  findSign: 'Chercher une icône',
  findSignHint: 'Un mot en anglais, ou l’emoji lui-même.',
  noSignFound: 'Aucune icône ne porte ce nom.',
  emoji: 'Emoji',
  emojis: 'Emojis',
  icons: 'Icônes',

  // A new space or collection
  newContentHint: 'Un espace est un ensemble de pages avec un même historique. Une collection regroupe des espaces.',
  importInstead: 'Votre documentation existe déjà ailleurs ?',
  kind: 'Type',
  inCollection: 'Dans la collection',
}
