import type { AccountWords } from './en.ts'

export const de: AccountWords = {
  profile: 'Profil',
  name: 'Name',
  sessions: 'Wo Sie angemeldet sind',
  sessionsHint: 'Beenden Sie eine Sitzung, die Sie nicht kennen; jener Browser ist dann sofort abgemeldet.',
  lastUsed: 'Zuletzt benutzt',
  thisSession: 'Diese hier',
  endSession: 'Abmelden',
}
