import type { VisitWords } from './en.ts'

export const de: VisitWords = {
  visitTitle: 'Website öffnen',
  visitIncomplete: 'Diese Adresse ist unvollständig: Öffnen Sie die Website selbst.',
  visitHint: (email = '') =>
    `Sie sind als ${email} angemeldet. Wenn ein anderes Konto die Website lesen darf, melden Sie sich ab und öffnen Sie die Website erneut.`,
  programTitle: 'Darf ein Programm eine Website lesen?',
  programLead: (name: string, site: string, email = '') =>
    `„${name}“ möchte „${site}“ für ${email} lesen: alles, was Sie dort lesen dürfen, bis zu 90 Tage lang. Sie können das jederzeit beenden.`,
  programOnDevice: 'Das Programm läuft auf diesem Gerät.',
  programSentTo: (host: string) =>
    `Die Erlaubnis geht an ${host}. Erlauben Sie es nur, wenn Sie diese Adresse kennen und es dort gerade angefordert haben.`,
  programAllow: 'Erlauben',
  programRefuse: 'Ablehnen',
}
