// A browser's translation wraps every piece of bare text in an element. React then cannot find the text where it put
// it: removing it, or inserting something before it, breaks the page. So text beside a conditional part stands
// in an element of its own. What React changes later in such a piece is not seen either, so a number and its words are
// one text, which React sets as a whole.
import ts from 'typescript'

const { TypeFlags } = ts

/** @type {import('eslint').Rule.RuleModule} */
export default {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      wrap: 'Bare text beside a part that comes and goes breaks under translation: give it an element of its own.',
      stale: 'A number beside bare text stays as it was under translation: make one text of them.',
      alone: 'Bare text that comes and goes beside others breaks under translation: give it an element of its own.',
    },
  },
  create(context) {
    const services = context.sourceCode.parserServices
    const checker = services.program.getTypeChecker()

    const parts = (node) => {
      const type = checker.getTypeAtLocation(services.esTreeNodeToTSNodeMap.get(node))
      return type.isUnion() ? type.types : [type]
    }
    // The value of `text && <b />` without a text: React draws nothing for it, or 0.
    const isEmpty = (type) => type.isLiteral() && (!type.value || type.value.base10Value === '0')
    const isText = (type) => !isEmpty(type) && Boolean(type.flags & (TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BigIntLike | TypeFlags.Any | TypeFlags.Unknown))
    const isNothing = (type) => Boolean(type.flags & (TypeFlags.Null | TypeFlags.Undefined | TypeFlags.BooleanLike | TypeFlags.Void))

    const isElement = (type) => Boolean(type.flags & TypeFlags.Object)

    /** What a child may be, and whether that can change later. */
    function look(child) {
      if (child.type === 'JSXText') return { text: true, moves: false }
      if (child.type !== 'JSXExpressionContainer' || child.expression.type === 'JSXEmptyExpression') return { text: false, moves: false }
      const { expression } = child
      if (expression.type === 'Literal' || expression.type === 'TemplateLiteral') return { text: true, moves: false }
      const types = parts(expression)
      const text = types.some(isText)
      // A slot that is passed on (children, an icon, the result of a function) never changes its kind.
      const slot = ['Identifier', 'MemberExpression', 'CallExpression'].includes(expression.type) && text && types.some(isElement)
      const moves = !slot && types.some((type) => isNothing(type) || isEmpty(type) || isElement(type))
      // Changing words would keep their old translation.
      if (text && expression.type === 'ConditionalExpression') return { text, moves: true }
      return { text, moves: moves && (text || types.length > 1 || checker.isArrayType(types[0])) }
    }

    /** Whether a child is a number, or its text. */
    function isNumber(child) {
      if (child.type !== 'JSXExpressionContainer' || child.expression.type === 'JSXEmptyExpression') return false
      const { expression } = child
      if (expression.type === 'CallExpression') return expression.callee.type === 'MemberExpression' && expression.callee.property.name === 'toLocaleString'
      return expression.type !== 'Literal' && parts(expression).every((type) => type.flags & TypeFlags.NumberLike)
    }

    function check(node) {
      const children = node.children.filter((child) => !(child.type === 'JSXText' && child.value.trim() === '' && child.value.includes('\n')))
      if (children.length < 2) return
      for (const child of children) if (isNumber(child) && children.some((other) => other.type === 'JSXText')) context.report({ node: child, messageId: 'stale' })
      const looks = children.map(look)
      const moving = looks.filter(({ moves }) => moves).length
      children.forEach((child, at) => {
        const { text, moves } = looks[at]
        if (text && moves) context.report({ node: child, messageId: 'alone' })
        else if (text && moving > 0) context.report({ node: child, messageId: 'wrap' })
      })
    }
    return { JSXElement: check, JSXFragment: check }
  },
}
