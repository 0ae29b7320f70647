package chess

import "math"

// symmetric is a symmetric matrix: the part on and below the diagonal.
type symmetric [][]float64

func newSymmetric(n int) symmetric {
	m, all := make(symmetric, n), make([]float64, n*(n+1)/2)
	for i := range m {
		m[i], all = all[:i+1:i+1], all[i+1:]
	}
	return m
}

// addSquare adds a multiple of the product of a vector with itself.
func (m symmetric) addSquare(v []coefficient, by float64) {
	for i, a := range v {
		x := a.by * by
		m[a.free][a.free] += x * a.by
		line := m[a.free]
		for _, b := range v[:i] {
			switch {
			case b.free < len(line)-1:
				line[b.free] += x * b.by
			case b.free == a.free:
				line[b.free] += 2 * x * b.by
			default:
				m[b.free][a.free] += x * b.by
			}
		}
	}
}

// solve replaces b by the x with m x = b, for a positive definite m, which it
// destroys.
func (m symmetric) solve(b []float64) {
	m.decompose()
	m.substitute(b)
}

// decompose replaces a positive definite m by Cholesky's decomposition of it.
func (m symmetric) decompose() {
	for i, line := range m {
		for j := range line {
			sum := line[j]
			other := m[j]
			for k, x := range line[:j] {
				sum -= x * other[k]
			}
			if j < i {
				line[j] = sum / other[j]
			} else {
				line[j] = math.Sqrt(max(sum, math.SmallestNonzeroFloat32))
			}
		}
	}
}

// substitute replaces b by the x with m x = b, for an m that was decomposed.
func (m symmetric) substitute(b []float64) {
	for i, line := range m {
		for k, x := range line[:i] {
			b[i] -= x * b[k]
		}
		b[i] /= line[i]
	}
	for i := len(m) - 1; i >= 0; i-- {
		b[i] /= m[i][i]
		for k, x := range m[i][:i] {
			b[k] -= x * b[i]
		}
	}
}

// coefficient is what a number that is not fixed is multiplied by.
type coefficient struct {
	free int
	by   float64
}
