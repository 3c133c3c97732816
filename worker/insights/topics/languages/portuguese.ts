import type { Topic } from '../../../rules/review-features.ts'

export const PORTUGUESE_TOPICS: Record<Topic, string> = {
  staff: `pessoal funcionári* empregado* empregada* garçom garçons garçonete* atendente* dono dona donos equipe equipa gerente*
rececionista* recepcionista* vendedor* caixa médico* médica doutor doutora dentista* enfermeir* cabeleireir* técnico*
canalizador encanador mecânico* entregador* simpátic* antipátic* educad* mal_educad* grosseir* atendimento chef
cozinheir*`,
  service: `serviço serviços servido atendimento atendid* atenderam`,
  waiting: `espera esperar esperando esperamos esperei demora* demorou demorad* lento lenta fila filas hora horas minutos rápid*
rapidez`,
  price: `preço preços caro cara caros caras barat* acessível conta fatura custo* custou cobr* pagar pagamos paguei euro euros
reais dinheiro custo_benefício qualidade_preço orçamento* desconto* promoção taxa*`,
  cleanliness: `limp* limpeza suj* sujeira sujidade higien* pó poeira cheiro* manchas barata_no baratas mofo bolor lixo nojo nojent*`,
  location: `localização localizado localizada situado zona central centro perto metro metrô`,
  parking: `estacionamento estacionar estacionei parque_de garagem`,
  booking: `reserva reservas reservar reservei marcação marcar marquei agendamento agendar agendei consulta_marcada cancel*`,
  atmosphere: `ambiente atmosfera decoração decorado música barulho barulhent* ruído tranquil* acolhedor* aconchegante iluminação`,
  premises: `mesa mesas esplanada local salão jardim balcão bar sala espaço banheiro* casa_de_banho instalações prédio cadeiras`,
  communication: `comunicação telefone telefon* ligar liguei ligaram respond* resposta* email mensagem explic* explicação informação
informaram whatsapp`,
  quality: `qualidade material materiais quebrad* partido defeituos* defeito* resistente`,
  food: `comida comidas prato pratos cozinha comer comemos jantar almoço almoçar lanche refeição refeições sobremesa* entrada
entradas sabor* saboros* delicios* gostos* carne* peixe* bacalhau frango marisco* camarão pizza* hambúrguer*
hamburguer* batata* salada* sopa* queijo* pão molho* dose porção porções arroz feijão bolo* gelado* sorvete* vinho*
cerveja* café bebida* petisco*`,
  drinks: `bebida* vinho* cerveja* café cocktail* caipirinha* água sumo suco refrigerante*`,
  menu: `menu cardápio ementa carta opções variedade`,
  order: `pedido* pedi pedimos errado errada erro* trocad* trocaram esquec* faltava faltou faltando`,
  safety: `perigos* insegur* segurança polícia roubo roubaram assalto`,
  room: `quarto quartos casa_de_banho banheiro chuveiro duche varanda vista toalhas ar_condicionado televisão móveis elevador
suíte`,
  sleep: `cama camas colchão colchões travesseiro* almofada* dormir dormimos dormi descanso lençóis`,
  breakfast: `pequeno_almoço café_da_manhã buffet bufê`,
  facilities: `piscina* spa academia ginásio sauna wifi internet instalações elevador`,
  check_in: `check_in check_out receção recepção chegada chave chaves bagagem malas`,
  selection: `variedade sortido estoque stock produtos marcas tamanhos gama opções`,
  returns: `devolução devoluções devolver devolv* troca trocas trocar reembols* garantia*`,
  delivery: `entrega* entregue entregaram encomenda* envio embalagem domicílio delivery`,
  treatment: `tratamento* diagnóstico* consulta* exame* cirurgia operação dor dores doeu limpeza_dentária canal receita medicação
terapia*`,
  workmanship: `trabalho trabalhos reparação reparo reparos consert* arranjo instalação instalar* instalado obra* avaria* acabamento*
oficina travões freios pneus óleo motor pintura`,
  honesty: `honest* honestidade confiança burla* golpe engan* mentir* mentira transparên* sério seriedade`,
  punctuality: `pontual* pontualidade atrasad* atraso* a_tempo no_horário prazo*`,
  styling: `corte cortes cabelo cor tinta madeixas mechas luzes balayage penteado* barba unhas manicure pedicure depilação
sobrancelhas pestanas cílios massagem massagens`,
}
