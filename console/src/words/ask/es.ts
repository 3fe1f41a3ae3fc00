import type { AskWords } from './en.ts'

export const es: AskWords = {
  answering: 'Leyendo las páginas …',
  noAnswer: 'Las páginas que puede leer no lo responden. Pregunte con otras palabras o busque palabras sueltas.',
  brokeOff: 'La respuesta se ha interrumpido aquí y está incompleta.',
  askAgain: 'Volver a preguntar',
  sources: 'De estas páginas',
  askNext: 'Siguientes preguntas',
  searchHint: 'Buscar páginas, o ir a…',
  searching: 'Buscando…',
  searchNothing: (text) => `No se encontró nada para «${text}».`,
  searchFailed: 'No se pudo buscar en las páginas.',
  morePages: 'Mostrar más páginas',
  results: 'Resultados',
  toChoose: 'elegir',
  toOpen: 'abrir',
  toClose: 'cerrar',
  askQuestion: (text) => `Preguntar: ${text}`,
  newChangeRequest: (space) => `Nuevo cambio en «${space}»`,
  newSite: 'Nuevo sitio',
}
