import type { AskWords } from './en.ts'

export const de: AskWords = {
  answering: 'Die Seiten werden gelesen …',
  noAnswer:
    'Die Seiten, die Sie lesen dürfen, beantworten das nicht. Fragen Sie mit anderen Worten, oder suchen Sie einzelne Wörter.',
  brokeOff: 'Hier ist die Antwort abgebrochen; sie ist unvollständig.',
  askAgain: 'Noch einmal fragen',
  sources: 'Aus diesen Seiten',
  askNext: 'Weitere Fragen',
  searchHint: 'Seiten suchen oder öffnen …',
  searching: 'Es wird gesucht …',
  searchNothing: (text) => `Nichts gefunden für „${text}“.`,
  searchFailed: 'Die Seiten konnten nicht durchsucht werden.',
  morePages: 'Weitere Seiten zeigen',
  results: 'Treffer',
  toChoose: 'wählen',
  toOpen: 'öffnen',
  toClose: 'schließen',
  askQuestion: (text) => `Fragen: ${text}`,
  newChangeRequest: (space) => `Neue Änderung in „${space}“`,
  newSite: 'Neue Website',
}
