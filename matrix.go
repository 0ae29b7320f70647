package chess

import "math"

// symmetricMatrix is a symmetric matrix. Only the part on and below the diagonal
// is stored: row i has the columns 0 to i.
type symmetricMatrix [][]float64

// component is a component of a sparse vector.
type component struct {
	index int
	value float64
}

// newSymmetricMatrix returns the zero matrix with n rows.
func newSymmetricMatrix(n int) symmetricMatrix {
	m, all := make(symmetricMatrix, n), make([]float64, n*(n+1)/2)
	for i := range m {
		m[i], all = all[:i+1:i+1], all[i+1:]
	}
	return m
}

// addOuterProduct adds factor·v·vᵀ to m. The components of v may be in any order,
// and those with the same index are added up.
func (m symmetricMatrix) addOuterProduct(v []component, factor float64) {
	for i, a := range v {
		x := a.value * factor
		m[a.index][a.index] += x * a.value
		row := m[a.index]
		for _, b := range v[:i] {
			switch {
			case b.index < len(row)-1:
				row[b.index] += x * b.value
			case b.index == a.index:
				row[b.index] += 2 * x * b.value
			default:
				m[b.index][a.index] += x * b.value
			}
		}
	}
}

// solve replaces b with the solution x of m·x = b. m must be positive definite,
// and is replaced with its Cholesky decomposition.
func (m symmetricMatrix) solve(b []float64) {
	m.decompose()
	m.substitute(b)
}

// decompose replaces a positive definite m with its Cholesky decomposition: the
// lower triangular matrix L with L·Lᵀ = m.
func (m symmetricMatrix) decompose() {
	for i, row := range m {
		for j := range row {
			sum := row[j]
			other := m[j]
			for k, x := range row[:j] {
				sum -= x * other[k]
			}
			if j < i {
				row[j] = sum / other[j]
			} else {
				row[j] = math.Sqrt(max(sum, math.SmallestNonzeroFloat32)) // rounding may make sum negative
			}
		}
	}
}

// substitute replaces b with the solution x of L·Lᵀ·x = b, where m is the L of
// decompose: by forward substitution, then back substitution.
func (m symmetricMatrix) substitute(b []float64) {
	for i, row := range m {
		for k, x := range row[:i] {
			b[i] -= x * b[k]
		}
		b[i] /= row[i]
	}
	for i := len(m) - 1; i >= 0; i-- {
		b[i] /= m[i][i]
		for k, x := range m[i][:i] {
			b[k] -= x * b[i]
		}
	}
}
