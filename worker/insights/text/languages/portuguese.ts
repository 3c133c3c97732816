import type { LanguageData } from '../languages.ts'

export const PORTUGUESE: LanguageData = {
  functionWords: `o a os as um uma uns umas de do da dos das no na nos nas ao à aos às e ou mas que quem como quando onde é são era eram foi foram
ser sou está estão estava estavam estive há tem têm tinha ter tenho eu tu ele ela nós eles elas você vocês me te se nos lhe lhes meu
minha meus minhas seu sua seus suas nosso nossa este esta isto esse essa isso aquele aquela em com sem por para pelo pela pelos pelas sobre
entre até desde muito muita muitos muitas mais menos tão também tudo todo toda todos todas não nem já ainda porque pois nada nunca
pouco aqui ali lá fazer faz pode num numa`,
  negations: `não nunca jamais nada ninguém nenhum nenhuma sem nem tampouco`,
  contrasts: `mas porém contudo todavia embora enquanto entretanto exceto infelizmente apesar`,
  notTopics: `mal_posso_esperar mal_podemos_esperar`,
  polarity: {
    4: `excelente* excepcional* excecional* fantástico* fantástica* incrível incríveis espetacular* maravilhos* perfeito* perfeita* impecável
impecáveis delicios* extraordinári* sensacional* divinal divino divina magnífic* cinco_estrelas`,
    3: `ótim* óptim* super adorei adoramos adoro amei recomendo recomendamos recomendad* recomendável melhor melhores voltarei voltaremos
muito_bom muito_boa muito_bons nota_10 nota_dez gostos* saboros* encantador* top`,
    2: `bom boa bons boas simpátic* atencios* atent* amável amáveis educad* prestativ* acolhedor* agradável agradáveis profissional* profissionais
rápid* eficiente* eficaz limp* fresc* confortável confortáveis tranquil* bonit* lind* acessível acessíveis razoável justo generos* farto
qualidade obrigad* satisfeit* contente* confiança pontual pontuais honest* paciente gostei gostamos suculent* macio crocante* competente*
caprichad* cuidado 👍 😍 😊 ❤️ ❤ 🙏 😋`,
    1: `bem correto correta variedade variado central modern* prátic* decente*`,
    [-1]: `caro cara caros caras pequen* barulhent* barulho lent* lento espera esperar esperando esperamos demora demorad* demorou regular
antigo velho apertad* mediano fraco`,
    [-2]: `mau má maus más ruim ruins mal frio fria frios frias sem_sabor insoss* seco seca secos secas queimad* cru crua duro dura duros duras gordurent* salgad* caríssim* suj* desagradável
antipátic* mal_educad* grosseir* rude* incompetente* despreparad* dececion* decepcion* desilus* atraso* atrasad* erro* errad* esquec* ignor*
problema* reclama* queixa* quebrad* avariad* cheiro* fedor desorganizad* confusão infelizmente pena descaso arrogant* mediocre* medíocre* 👎 😡 😠 😞`,
    [-3]: `horrível horríveis terrível terríveis péssim* nojent* nojo desastre* vergonha vergonhos* burla* golpe roubo ladrões inaceitável
nunca_mais não_recomendo não_volt* pior piores intoxicação barata_no baratas mofo bolor intragável lamentável fujam evitem lixo`,
  },
}
