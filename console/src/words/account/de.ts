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
  notificationMails: 'Mails zu Benachrichtigungen',
  notificationMailsHint:
    'Was in einigen Minuten geschieht, kommt in einer Mail, was an einem Tag geschieht, in einer am Morgen.',
  mailsOfMentions: 'Erwähnungen und erbetene Durchsichten',
  mailsOfOthers: 'Antworten, Kommentare, Durchsichten, Übernahmen und Importe',
  mailTimes: { 'at-once': 'Sofort', daily: 'Einmal am Tag', off: 'Nie' },
  stopMails: 'Diese Mails abstellen',
  stopMailsLead:
    'Sie bekommen keine Mails mehr zu Ihren Benachrichtigungen in dieser Organisation. Die Benachrichtigungen finden Sie in Quire.',
  mailsStopped: 'Sie bekommen keine solchen Mails mehr. In den Einstellungen können Sie sie wieder bestellen.',
  programs: 'Programme',
  programsHint: 'Diese Programme lesen interne Websites für Sie. Beenden Sie, was Sie nicht mehr verwenden.',
  endProgram: 'Zugriff beenden',
  languageLabel: 'Sprache',
  reference: 'API-Referenz',
  signedOutTitle: 'Sie sind abgemeldet',
  signedOutHint:
    'Ihre Sitzung ist beendet. Melden Sie sich wieder an, um weiterzumachen; was Sie geschrieben haben, bleibt auf diesem Gerät.',
  newOrganizationLead: 'Eine Organisation enthält die Bereiche und Websites eines Teams oder einer Firma.',
}
