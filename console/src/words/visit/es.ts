import type { VisitWords } from './en.ts'

export const es: VisitWords = {
  visitTitle: 'Abrir el sitio',
  visitIncomplete: 'Esta dirección está incompleta: abra el sitio directamente.',
  visitHint: (email = '') =>
    `Ha iniciado sesión como ${email}. Si otra cuenta puede leer el sitio, cierre la sesión y vuelva a abrir el sitio.`,
  programTitle: '¿Permitir que un programa lea un sitio?',
  programLead: (name: string, site: string, email = '') =>
    `«${name}» quiere leer «${site}» para ${email}: todo lo que usted puede leer allí, hasta 90 días. Puede terminarlo en cualquier momento.`,
  programOnDevice: 'El programa se ejecuta en este dispositivo.',
  programSentTo: (host: string) =>
    `El permiso va a ${host}. Permítalo solo si conoce esta dirección y acaba de solicitarlo allí.`,
  programAllow: 'Permitir',
  programRefuse: 'Rechazar',
}
