import type { ReadingWords } from './en.ts'

export const de: ReadingWords = {
  // Reading
  pagesBelow: (title) => `Seiten unter ${title}`,
  partsOfSpace: 'Teile des Bereichs',
  history: 'Verlauf',
  hidden: 'Auf Websites verborgen',
  besidePage: 'Neben der Seite',
  onThisPage: 'Auf dieser Seite',
  noHeadings: 'Diese Seite hat keine Überschriften.',
  emptyPage: 'Diese Seite ist leer.',
  noPagesHint: 'Bearbeiten Sie den Bereich, um die erste Seite zu schreiben.',
  noPagesReader: 'Hier hat noch niemand eine Seite geschrieben.',
  noHistory: 'Noch wurde nichts übernommen',
  noHistoryHint:
    'Jede übernommene Änderung erscheint hier, mit dem, der sie gemacht hat, und dem, was sie geändert hat.',
  readRevision: 'Diesen Stand lesen',
  continueIn: 'Weiterarbeiten in',
  newChangeRequest: 'Neue Änderung',

  // Comments
  comment: 'Kommentieren',
  comments: 'Kommentare',
  noComments: 'Keine offenen Kommentare. Schreiben Sie den ersten.',
  newComment: 'Kommentar schreiben …',
  newReply: 'Antwort schreiben …',
  reply: 'Antworten',
  resolve: 'Erledigen',
  reopen: 'Wieder öffnen',
  edited: 'bearbeitet',
  deleteComment: 'Kommentar löschen',
  showResolved: (count) => (count === 1 ? '1 erledigten Kommentar zeigen' : `${count} erledigte Kommentare zeigen`),
  hideResolved: 'Erledigte Kommentare verbergen',
  reactWith: (emoji, count) => `Mit ${emoji} reagieren, bisher ${count}`,

  // Settings
  spaceSettings: 'Einstellungen des Bereichs',
  general: 'Allgemein',
  defaultLevel: 'Was Mitglieder dürfen',
  defaultLevelHint: 'Für Mitglieder, denen keine andere Regel mehr oder weniger gibt.',
  levels: {
    inherit: 'Wie in der Sammlung oder Organisation',
    none: 'Nichts',
    read: 'Lesen',
    comment: 'Kommentieren',
    edit: 'Bearbeiten',
    review: 'Durchsehen und übernehmen',
    create: 'Bereiche anlegen',
    admin: 'Verwalten',
  },
  removeSpace: 'Bereich löschen',
  removeSpaceHint: 'Seine Seiten gehen mit. Sieben Tage lang lässt er sich wiederherstellen.',
  removeSpaceQuestion: (title) => `„${title}“ löschen?`,
}
