// Answers that Google shows below a review's text, in the languages we read (English, German, French, Spanish, Italian,
// Portuguese). They aren't part of the text.

const RATED = [
  'food|service|atmosphere|rooms|location',
  'essen|speisen|küche|ambiente|atmosphäre|zimmer|lage',
  'cuisine|nourriture|ambiance|chambres|emplacement',
  'comida|servicio|habitaciones|ubicación',
  'cibo|cucina|servizio|atmosfera|camere|posizione',
  'serviço|atendimento|quartos|localização',
].join('|')
const ASKED = [
  'meal type|price per person|order type|noise level|group size|wait time|parking (?:space|options)|kid-friendliness',
  'wheelchair accessibility|vegetarian (?:options|offerings)|recommended dishes|recommendation for vegetarians|seating type',
  'art der mahlzeit|mahlzeittyp|preis pro person|art der bestellung|geräuschpegel|lautstärke|gruppengröße|wartezeit',
  'parkmöglichkeiten|kinderfreundlichkeit|rollstuhlgerechtigkeit|vegetarische (?:optionen|gerichte)|empfohlene gerichte',
  "type de repas|prix par personne|type de commande|niveau sonore|taille du groupe|temps d[’']attente",
  'places de stationnement|accessibilité en fauteuil roulant|options végétariennes|plats recommandés',
  'tipo de comida|precio por persona|tipo de pedido|nivel de ruido|tamaño del grupo|tiempo de espera',
  'opciones vegetarianas|platos recomendados|accesibilidad para sillas de ruedas',
  'tipo di pasto|prezzo (?:per|a) persona|tipo di ordine|livello di rumore|dimensioni del gruppo|tempo di attesa',
  'opzioni vegetariane|piatti consigliati|accessibilità in sedia a rotelle',
  'tipo de refeição|preço por pessoa|nível de ruído|tamanho do grupo|tempo de espera',
  'opções vegetarianas|pratos recomendados|acessibilidade para cadeirantes',
].join('|')
const SERVED = [
  'dine in|take ?out|takeaway|delivery|drive-through|vor ort|zum mitnehmen|lieferung|sur place|à emporter|livraison',
  'para comer allí|consumo en el local|para llevar|a domicilio|entrega|consumazione sul posto|da asporto|consegna',
  'consumo no local|para viagem|retirada',
].join('|')

/** 'Food: 5/5 | Service: 3/5', 'Food: 5' */
const MARK = `(?:${RATED}) ?: ?[1-5](?:[.,]\\d)?(?: ?/ ?5)?`
const MARKS = new RegExp(`^${MARK}(?: ?[|·•,] ?${MARK}){0,9}$`, 'iu')
const QUESTION = new RegExp(`^(?:${ASKED})$`, 'iu')
const QUESTION_AND_ANSWER = new RegExp(`^(?:${ASKED}) ?: ?.{1,100}$`, 'iu')
const SERVICE = /^(?:service|servicio|servizio|serviço)$/iu
const SERVICE_ANSWER = new RegExp(`^(?:(?:service|servicio|servizio|serviço) ?: ?)?(?:${SERVED})$`, 'iu')
const MAX_ANSWER_CHARS = 100

/** The lines without Google's questions and answers at their end; similar lines elsewhere are the author's. */
export function withoutDetails(lines: readonly string[]): string[] {
  const kept = [...lines]
  for (;;) {
    while (kept.at(-1) === '') kept.pop()
    const count = detailLines(kept.at(-1) ?? '', kept.at(-2) ?? '')
    if (count === 0) return kept
    kept.length -= count
  }
}

/** Number of lines of the question and answer that end with `last`; 0 if it isn't one. */
function detailLines(last: string, before: string): 0 | 1 | 2 {
  if (MARKS.test(last) || QUESTION.test(last) || QUESTION_AND_ANSWER.test(last)) return 1
  if (SERVICE_ANSWER.test(last)) return SERVICE.test(before) ? 2 : last.includes(':') ? 1 : 0
  return QUESTION.test(before) && last !== '' && last.length <= MAX_ANSWER_CHARS ? 2 : 0
}
