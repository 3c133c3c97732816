import type { Topic } from '../../rules/review-features.ts'
import { type SharedWordings, toneOf, type Wordings } from '../drafts/languages/wordings-data.ts'
import type { LanguageData } from '../text/languages.ts'

export const GERMAN: LanguageData = {
  functionWords: `der die das den dem des ein eine einen einem einer eines und oder aber auch ist sind war waren wird werden wurde
wurden hat habe haben hatte hatten ich du er sie es wir ihr uns euch ihnen ihm mich mir dich dir sich mein meine meinem
meinen unser unsere sein seine ihre ihren nicht kein keine keinen keinem keiner nichts nie mit von vom zu zum zur im in
am an auf aus bei beim bis durch für gegen nach ohne seit über um unter vor wegen zwischen als wie wenn weil dass ob da
dort hier so sehr nur noch schon immer wieder mal man alle alles viel viele mehr kann können konnte muss müssen musste
soll wollen wollte würde würden wäre doch dann denn was wer wo gibt gab`,
  negations: `nicht kein keine keinen keinem keiner keinerlei nichts nie niemals niemand ohne weder kaum nirgends`,
  contrasts: `aber jedoch allerdings obwohl trotzdem dennoch sondern während leider`,
  notTopics: `kaum_erwarten nicht_erwarten kaum_abwarten preisgekrönt* um_jeden_preis wirkt_billig wirkte_billig wirken_billig
sieht_billig sah_billig billig_wirk* billiges_plastik`,
  polarity: {
    4: `hervorragend* ausgezeichnet* fantastisch* perfekt* großartig* grandios* überragend* einmalig* sensationell* exzellent*
traumhaft* erstklassig* spitzenmäßig* phänomenal* wundervoll* absolute_empfehlung`,
    3: `super toll* wunderbar* köstlich* lecker* vorzüglich* begeistert* klasse spitze top sehr_gut* liebevoll* beste bester besten
bestes empfehlenswert* weiterempfehl* empfehle empfehlen empfehlung jederzeit_wieder gerne_wieder immer_wieder_gern* herzlich* genial* mega`,
    2: `schnäppchen* erschwinglich* spottbillig* gut gute guter gutes guten gutem freundlich* nett* hilfsbereit* zuvorkommend*
aufmerksam* kompetent* professionell* sauber*
gepflegt* gemütlich* schön* angenehm* frisch* schnell* pünktlich* zügig* preiswert* günstig* fair* zufrieden* zuverlässig*
ehrlich* höflich* geduldig* einfühlsam* saftig* zart* knusprig* bequem* ruhig* modern* hochwertig* großzügig* danke
kommen_wieder wiederkommen unkompliziert* reibungslos* liebe lieblings* ausführlich* gründlich* lohnt lohnenswert* 👍 😍 😊 ❤️ ❤ 🙏 😋`,
    1: `bezahlbar* ok okay ordentlich* solide* gern gerne praktisch* zentral* einladend* reichlich* abwechslungsreich*`,
    [-1]: `teure* kostspielig* teuer* laut* voll klein* eng enge enger alt alte alten altes altmodisch* kühl* durchschnittlich*
mittelmäßig* mäßig* lange_gewartet wartezeit*
warten gewartet langsam* leider hektisch* lieblos* geht_so`,
    [-2]: `sauteuer* nepp schlecht* kalt* fade* geschmacklos* zäh* trocken* versalzen* verbrannt* matschig* fettig* lauwarm*
ungenießbar* überteuert*
zu_teuer unfreundlich* unhöflich* unaufmerksam* unprofessionell* inkompetent* überfordert* genervt* arrogant* patzig*
schmutzig* dreckig* verdreckt* ungepflegt* stank stinkt stinkend* gestank enttäusch* unzuverlässig* unpünktlich* mangelhaft*
defekt* kaputt* ärger* ärgerlich* verärgert* beschwer* vergessen ignoriert* falsch* fehler* abgezockt* abgelehnt unverständlich*
nie_wieder_hin verspät* mies* unsauber* problem* mangel* mängel* schade 👎 😡 😠 😞`,
    [-3]: `wucher wucherpreis* geldschneiderei geldmacherei zweimal_abgebucht doppelt_abgebucht zweimal_berechnet doppelt_berechnet
doppelt_kassiert doppelt_verrechnet
zu_viel_berechnet zu_viel_abgebucht
schrecklich* furchtbar* katastroph* grauenhaft* ekelhaft* eklig* widerlich* unverschämt* frechheit* frech* abzocke* betrug*
betrüg* horror* nie_wieder niemals_wieder nicht_empfehl* nicht_zu_empfehlen finger_weg unterirdisch* miserabel* unzumutbar*
lebensmittelvergiftung kakerlake* schimmel* schlimmste* schlechteste* geldverschwendung reinfall unmöglich* zumutung
beleidig* beschimpf* angeschrien angebrüllt`,
  },
}

export const GERMAN_TOPICS: Record<Topic, string> = {
  staff: `personal mitarbeiter* bedienung kellner* servicekraft servicekräfte chef chefin inhaber* wirt* team rezeption*
verkäufer* berater* beraterin arzt ärzt* zahnarzt zahnärzt* arzthelfer* praxisteam friseur* friseurin monteur*
techniker* handwerker* mechaniker* fahrer* kassierer* freundlich* unfreundlich* unhöflich* empfang
beleidig* beschimpf* angeschrien angebrüllt`,
  service: `service bedient bedienung kundenservice kundendienst betreuung beratung beraten`,
  waiting: `warten wartezeit* gewartet wartet langsam* schlange dauerte dauert ewig* stunde stunden minuten zügig* prompt
wartezimmer`,
  price: `preis* teuer* teure* sauteuer* überteuert* günstig* kostengünstig* billig* spottbillig* preiswert* erschwinglich*
bezahlbar* kostspielig* kosten kostet kostete kosteten gekostet bezahlt bezahlen gezahlt rechnung* euro euros cent geld gebühr*
abzocke abgezockt nepp wucher wucherpreis* geldschneiderei geldmacherei geldverschwendung jeden_geldbeutel
schont_den_geldbeutel schnäppchen* aufpreis* zuschlag zuschläge sonderangebot* mittagsangebot* im_angebot angebotspreis* rabatt* ermäßig* tarif* kurtaxe
kostenvoranschlag*`,
  cleanliness: `sauber* sauberkeit schmutzig* dreckig* dreck staub* hygien* gepflegt* ungepflegt* stank stinkt gestank geruch müll
schimmel* putzen geputzt flecken`,
  location: `günstig_gelegen günstige_lage lage zentral* gelegen standort umgebung erreichbar* innenstadt bahnhof nähe`,
  parking: `park parken parkplatz parkplätze parkhaus tiefgarage parkmöglichkeit*`,
  booking: `reservier* reservierung* termin* terminvergabe buchung* gebucht buchen storniert stornierung*`,
  atmosphere: `atmosphäre ambiente stimmung flair musik dekoration einrichtung eingerichtet gemütlich* laut* lautstärke lärm ruhig*
beleuchtung`,
  premises: `tisch tische raum räume räumlichkeiten terrasse garten biergarten bar sitzplätze platz theke toilette* stühle innenhof
saal praxisräume gebäude`,
  communication: `kommunikation erreichbar* rückruf* zurückgerufen telefon* telefonisch mail mail* antwort* erklär* erklärt informiert
rückmeldung* nachfrage*`,
  quality: `qualität hochwertig* verarbeitung material kaputt* defekt* haltbar* mangelhaft* minderwertig*`,
  food: `preiselbeer* essen speise* gericht* mahlzeit* mittagessen abendessen frühstück küche geschmack* geschmeckt schmeckt
schmeckte
lecker* köstlich* pizza* pasta nudeln schnitzel* steak* burger* pommes salat* suppe* fleisch* fisch* hähnchen huhn
beilage* sauce* soße* dessert* nachtisch vorspeise* hauptgang portion* brot brötchen kuchen torte* eis kaffee wein
bier getränk*`,
  drinks: `getränk* wein weine bier biere kaffee cocktail* wasser saft tee espresso weinkarte`,
  menu: `speisekarte karte auswahl menü* tageskarte`,
  order: `falsch_geliefert bestellung* bestellt falsche* vergessen fehlte fehlt fehlten verwechselt`,
  safety: `gefährlich* unsicher polizei sicherheit diebstahl geklaut schlägerei`,
  room: `zimmer* bad badezimmer dusche* balkon aussicht ausblick suite* handtücher klimaanlage fernseher möbel teppich aufzug`,
  sleep: `bett betten matratze* kissen schlafen geschlafen nachtruhe hellhörig* bettwäsche schlaf`,
  breakfast: `frühstück* frühstücksbuffet buffet`,
  facilities: `pool schwimmbad sauna wellness* fitness* wlan internet lobby spa aufzug ausstattung`,
  check_in: `check_in einchecken eingecheckt check_out auschecken rezeption empfang anreise abreise schlüssel* gepäck`,
  selection: `auswahl sortiment angebot vorrätig ausverkauft produkte marken größen regale`,
  returns: `rückgabe umtausch* umgetauscht reklamation* reklamiert garantie gewährleistung erstattung erstattet rücksendung*
zurückgegeben`,
  delivery: `lieferung* geliefert lieferzeit* versand paket* verpackung verpackt lieferservice lieferant zustellung`,
  treatment: `behandlung* behandelt diagnose* untersuchung* untersucht operation* op schmerz* schmerzfrei* zahnreinigung füllung
wurzelbehandlung therapie* medikament* rezept aufklärung`,
  workmanship: `arbeit arbeiten ausgeführt ausführung reparatur* repariert einbau eingebaut montage montiert handwerk* pfusch*
werkstatt inspektion* bremsen reifen ölwechsel motor installiert installation`,
  honesty: `ehrlich* vertrauen* vertrauenswürdig* seriös* unseriös* abzocke* abgezockt betrug* betrüg* gelogen transparent*`,
  punctuality: `pünktlich* unpünktlich* verspät* zu_spät termingerecht* erschienen zeitfenster`,
  styling: `haar* haarschnitt* schnitt frisur* farbe gefärbt strähn* balayage bart nägel maniküre pediküre wimpern augenbrauen
massage* gesichtsbehandlung*`,
}

const SHARED: SharedWordings = {
  openings: {
    mixed: [
      'Danke, dass Sie uns offen sagen, wie es war.',
      'Danke für Ihre ehrliche Bewertung.',
      'Danke, dass Sie sich die Zeit für diese Bewertung genommen haben.',
      'Danke für {visit} und für Ihre offenen Worte.',
      'Ihre ehrliche Rückmeldung hilft uns sehr.',
    ],
    mixed_unwritten: [
      'Danke für Ihre Bewertung.',
      'Danke für {visit} und für die Bewertung.',
      'Danke für die Sterne. Was hat Ihnen gefehlt?',
      'Schade, dass Sie nicht ganz zufrieden waren.',
    ],
    apology: [
      'Das tut uns sehr leid.',
      'Es tut uns leid, dass wir Sie enttäuscht haben.',
      'Bitte entschuldigen Sie, dass es so gelaufen ist.',
      'Danke, dass Sie uns das schreiben. Es tut uns leid.',
      'So soll es bei uns nicht sein, und das tut uns leid.',
    ],
    apology_unwritten: [
      'Es tut uns leid, dass Sie nicht zufrieden waren.',
      'Schade, dass etwas schiefgegangen ist. Das tut uns leid.',
      'Es tut uns leid, dass wir Sie enttäuscht haben.',
    ],
  },
  complaint: [
    'Was Sie über {topic} schreiben, nehmen wir ernst.',
    'Danke, dass Sie {topic} offen ansprechen.',
    'Was Sie über {topic} schreiben, ist uns nicht egal.',
    'Es war richtig, {topic} anzusprechen.',
  ],
  regret: [
    'Was Sie über {topic} schreiben, tut uns leid.',
    'Wir bedauern, was Sie über {topic} schreiben.',
    'Auch Ihr offener Hinweis auf {topic} ist uns wichtig.',
  ],
  nextSteps: {
    mixed: [
      'Schreiben Sie uns gern mehr dazu.',
      'Wenn Sie darüber sprechen möchten, melden Sie sich gern bei uns.',
      'Wir würden uns über eine zweite Chance freuen.',
      'Sagen Sie uns gern, was wir noch wissen sollten.',
    ],
    apology: [
      'Wenn Sie darüber sprechen möchten, melden Sie sich bitte direkt bei uns.',
      'Wir würden gern mit Ihnen darüber sprechen.',
      'Bitte melden Sie sich bei uns, wir möchten hören, was passiert ist.',
    ],
    farewell: ['Wir wünschen Ihnen alles Gute.', 'Alles Gute von uns allen.', 'Wir sind gern für Sie da.'],
  },
  blanks: [
    '[Schreiben Sie, was Sie getan haben oder tun werden.]',
    '[Was passiert als Nächstes?]',
    '[Was ändern Sie?]',
  ],
}

export const GERMAN_WORDINGS: Wordings = {
  tones: {
    friendly: toneOf(SHARED, {
      greetings: ['Hallo {name}!', 'Guten Tag {name}!'],
      nameless: ['Hallo!', 'Guten Tag!'],
      praise: [
        'Vielen Dank für {visit} und für die schöne Bewertung!',
        'Ihre Bewertung hat uns sehr gefreut!',
        'Wie schön, das zu lesen!',
        'Über so eine Bewertung freut sich das ganze Team.',
        'Ganz herzlichen Dank, das bedeutet uns viel.',
        'Danke, dass Sie sich die Zeit für so nette Worte genommen haben.',
      ],
      praiseUnwritten: [
        'Vielen Dank für die tolle Bewertung!',
        'Danke für die Sterne, das freut uns sehr.',
        'Ihre Bewertung hat uns den Tag verschönert.',
        'Schön, dass Sie zufrieden waren!',
      ],
      topicPraise: [
        'Ihr Lob für {topic} freut uns besonders.',
        'Schön, was Sie über {topic} schreiben.',
        'Danke für die netten Worte über {topic}.',
        'Wie schön, dass Sie {topic} loben!',
      ],
      nextPraise: [
        'Bis bald!',
        'Wir freuen uns auf das nächste Mal.',
        'Kommen Sie gern wieder.',
        'Wir würden uns freuen, Sie wiederzusehen.',
      ],
      signOffs: [
        'Herzliche Grüße\n{business}',
        'Viele Grüße\nIhr Team von {business}',
        'Beste Grüße\n{business}',
      ],
    }),
    formal: toneOf(SHARED, {
      greetings: ['Guten Tag {name}!'],
      nameless: ['Guten Tag!'],
      praise: [
        'Wir danken Ihnen herzlich für {visit} und Ihre freundliche Bewertung.',
        'Vielen Dank für Ihre freundlichen Worte.',
        'Ihre Bewertung hat uns sehr gefreut.',
        'Es freut uns, dass Sie zufrieden waren.',
        'Wir danken Ihnen, dass Sie sich die Zeit für diese Bewertung genommen haben.',
      ],
      praiseUnwritten: [
        'Vielen Dank für Ihre ausgezeichnete Bewertung.',
        'Ihre Bewertung freut uns sehr.',
        'Wir danken Ihnen für {visit} und die Bewertung.',
      ],
      topicPraise: [
        'Ihr Lob für {topic} wissen wir zu schätzen.',
        'Was Sie über {topic} schreiben, haben wir gern gelesen.',
        'Es freut uns, dass Sie {topic} loben.',
      ],
      nextPraise: [
        'Wir freuen uns auf ein Wiedersehen.',
        'Sie sind uns jederzeit willkommen.',
        'Wir würden uns freuen, Sie wieder begrüßen zu dürfen.',
      ],
      signOffs: ['Mit freundlichen Grüßen\n{business}', 'Freundliche Grüße\nIhr Team von {business}'],
    }),
    brief: toneOf(SHARED, {
      greetings: ['Hallo {name}!', 'Guten Tag {name}!'],
      nameless: ['Hallo!', 'Guten Tag!'],
      praise: [
        'Vielen Dank für {visit}.',
        'Danke für die nette Bewertung.',
        'Das freut uns.',
        'Schön, dass es Ihnen gefallen hat.',
        'Danke, das lesen wir gern.',
      ],
      praiseUnwritten: ['Danke für die Bewertung.', 'Danke für die Sterne.', 'Das freut uns, danke.'],
      topicPraise: ['Danke für das Lob für {topic}.', 'Schön, dass Sie {topic} loben.'],
      nextPraise: ['Bis bald!', 'Bis zum nächsten Mal.', 'Kommen Sie gern wieder.'],
      signOffs: ['{business}', 'Viele Grüße, {business}', 'Grüße, {business}'],
    }),
  },
  topicNames: {
    staff: ['unser Team', 'den Umgang mit Ihnen'],
    service: ['unseren Service', 'unseren Service'],
    waiting: ['die kurze Wartezeit', 'die Wartezeit'],
    price: ['unsere Preise', 'unsere Preise'],
    cleanliness: ['die Sauberkeit', 'die Sauberkeit'],
    location: ['unsere Lage', 'unsere Lage'],
    parking: ['das Parken', 'das Parken'],
    booking: ['die Reservierung', 'die Reservierung'],
    atmosphere: ['die Atmosphäre', 'die Atmosphäre'],
    premises: ['unser Haus', 'unsere Räume'],
    communication: ['unsere Kommunikation', 'unsere Kommunikation'],
    quality: ['die Qualität', 'die Qualität'],
    food: ['unser Essen', 'das Essen'],
    drinks: ['unsere Getränke', 'die Getränke'],
    menu: ['unsere Karte', 'unsere Karte'],
    order: ['Ihre Bestellung', 'Ihre Bestellung'],
    room: ['das Zimmer', 'das Zimmer'],
    sleep: ['Ihre Nacht bei uns', 'Ihre Nacht bei uns'],
    breakfast: ['unser Frühstück', 'das Frühstück'],
    facilities: ['unsere Ausstattung', 'unsere Ausstattung'],
    check_in: ['den Empfang', 'den Empfang'],
    selection: ['unsere Auswahl', 'unsere Auswahl'],
    returns: ['den Umtausch', 'den Umtausch'],
    delivery: ['unsere Lieferung', 'unsere Lieferung'],
    workmanship: ['unsere Arbeit', 'unsere Arbeit'],
    honesty: ['unsere Ehrlichkeit', 'unsere Ehrlichkeit'],
    punctuality: ['unsere Pünktlichkeit', 'unsere Pünktlichkeit'],
    styling: ['das Ergebnis', 'das Ergebnis'],
  },
  and: 'und',
  visit: 'Ihren Besuch',
  trust: 'Ihr Vertrauen',
  visits: {},
  delicateTerms: `anwalt* anwält* rechtsanwalt* verklag* vor_gericht strafanzeige* angezeigt gesundheitsamt* lebensmittelvergiftung*
vergift* erbrochen mich_übergeben krank krankenhaus notaufnahme notarzt allergi* allergisch* verletz* blutete blutung* geblutet infektion* infiziert* unfall* gefährlich* diskriminier*
rassis* sexis* homophob* antisemit* belästig* bedroh* gewalt gewalttätig* polizei* gestohlen diebstahl* betrug* bettwanze* kakerlake* ratte* mäuse*
schimmel* fehldiagnos* behandlungsfehler* schwanger* rollstuhl* behinder*
fieber* ohnmächtig* asthma* herzinfarkt hautausschlag unwohl bauchschmerz* magenschmerz* durchfall* wurde_übel mir_übel`,
  hedges: `in_ordnung ok okay normal* halbwegs durchschnitt* geht_so akzeptabel* wäre wären hätte hätten anderswo woanders
konkurrenz* vorher`,
  namesFollow: '(?:Herrn?|Frau|Chef|Chefin|Kellner|Kellnerin|Dr\\.?|Mitarbeiter|Mitarbeiterin)\\s$',
}
