import type { AccountWords } from './en.ts'

export const de: AccountWords = {
  profile: 'Profil',
  name: 'Name',
  sessions: 'Wo Sie angemeldet sind',
  sessionsHint: 'Beenden Sie eine Sitzung, die Sie nicht kennen; jener Browser ist dann sofort abgemeldet.',
  lastUsed: 'Zuletzt benutzt',
  thisSession: 'Diese hier',
  endSession: 'Abmelden',
  passkeys: 'Passkeys',
  passkeysHint: 'Mit einem Passkey melden Sie sich mit Fingerabdruck, Gesicht oder der PIN eines Geräts an, ohne Mail.',
  addPasskey: 'Passkey hinzufügen',
  passkeyAdded: 'Hinzugefügt',
  passkeyName: 'Name des Passkeys',
  removePasskey: 'Entfernen',
  signInAgainFirst: 'Dafür müssen Sie sich innerhalb der letzten zehn Minuten angemeldet haben.',
}
